#pragma once
#include <cleave/cleave.hpp>
