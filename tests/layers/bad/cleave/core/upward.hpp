#pragma once
#include <cleave/solvers/a.hpp>
