#pragma once

// One
// line
// too
// many.
