// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/exact_sum.h"

#include <cmath>

#include "oracle/mpfr_real.h"

namespace sigloss::oracle {
namespace {

constexpr mpfr_prec_t kPrecision = 256;
constexpr mpfr_prec_t kLongDouble = 113;  // of any kind

}  // namespace

struct ExactSum::State {
  State() : sum(kPrecision, 0), addend(kLongDouble) {}
  Real sum, addend;
  long double magnitude = 0;
};

ExactSum::ExactSum() : state_(std::make_unique<State>()) {}
ExactSum::~ExactSum() = default;

void ExactSum::Add(const Reference& element) {
  mpfr_set_ld(state_->addend, element.exact, MPFR_RNDN);
  mpfr_add(state_->sum, state_->sum, state_->addend, MPFR_RNDN);
  state_->magnitude += element.magnitude;
}

Reference ExactSum::Over(double divisor, DType dtype) const {
  Real quotient(kPrecision);
  mpfr_div_d(quotient, state_->sum, divisor, MPFR_RNDN);
  return {RoundMpfr(quotient, dtype), mpfr_get_ld(quotient, MPFR_RNDN),
          state_->magnitude / std::fabs(static_cast<long double>(divisor))};
}

}  // namespace sigloss::oracle
