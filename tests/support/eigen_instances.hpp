// Eigen's decompositions, which many tests use and which are slow to compile: eigen_instances.cpp compiles them once
// for all of them. Precompiled into the tests that link it; not for test_alloc, whose Eigen is another.
#pragma once

#include <Eigen/Dense>

#ifdef CLEAVE_EIGEN_INSTANCES
#define CLEAVE_INSTANCE template
#else
#define CLEAVE_INSTANCE extern template
#endif

CLEAVE_INSTANCE class Eigen::BDCSVD<Eigen::MatrixXd>;
CLEAVE_INSTANCE Eigen::LLT<Eigen::MatrixXd>& Eigen::LLT<Eigen::MatrixXd>::compute(
    const Eigen::EigenBase<Eigen::MatrixXd>&);
CLEAVE_INSTANCE Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>::compute(
    const Eigen::EigenBase<Eigen::MatrixXd>&, int);
