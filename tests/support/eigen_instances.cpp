#define CLEAVE_EIGEN_INSTANCES
#include "support/eigen_instances.hpp"
