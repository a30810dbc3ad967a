#pragma once
#include <cleave/comm/checkpoint.hpp>
#include <cleave/solvers/thread.hpp>
