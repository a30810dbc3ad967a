#pragma once
#include "upward.hpp"
