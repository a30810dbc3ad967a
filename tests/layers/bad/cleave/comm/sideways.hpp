#pragma once
#include <cleave/core/iostream.hpp>
#include <cleave/problems/a.hpp>
