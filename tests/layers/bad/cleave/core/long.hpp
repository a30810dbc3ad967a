#pragma once

// One
// line
// after
// the
// other.
