// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Error bounds are in units u = 2^-60. The C library's exp is good to u / 4 here, log to u / 8 and
// log1p to u / 2; everything else rounds correctly to u / 16.
#include "oracle/focal_estimate.h"

#include <algorithm>
#include <cmath>

namespace sigloss::oracle {
namespace {

constexpr long double kUnit = 0x1p-60L;
// exp(-|x|) is computed as if the logit were no farther from 0 than this, and no power as if it
// were beyond exp(+-5000): an addend with its factors is then between 2^-16100 and 2^13500, within
// 2^+-16382. Beside numbers as large as 2^3000 what is lost of exp(-|x|) < 2^-3462 is below any
// rounding here, save where the result is proportional to it: see FocalEstimate::at_most.
constexpr double kFar = 2400;
constexpr long double kFarPower = 5000;
constexpr long double kMostSpread = 16;  // more makes errors that settle nothing

struct Tail {
  explicit Tail(double x)
      : exp(std::exp(static_cast<long double>(-std::min(std::fabs(x), kFar)))),
        log(std::log1p(exp)),
        near_one(1 / (1 + exp)),
        rest(exp / (1 + exp)) {}
  long double exp;             // u / 4
  long double log;             // of 1 + exp: 3 u / 4
  long double near_one, rest;  // sigmoid(+-|x|): u / 2
};

// One side of the loss: s = x at the label 1, s = -x at 0.
struct Side {
  Side(double s, double gamma);

  bool known;
  bool at_most;
  long double power;       // Q^gamma, good to (1.25 + spread) u
  long double q;           // Q, u / 2
  long double softplus;    // L, u
  long double grad_ratio;  // P L / Q, 9 u / 8
  long double spread;      // |gamma| log(1 + exp(-|s|)): what it is off by is exp's error
};

// Q^gamma = exp(-gamma s) (1 + exp(-s))^-gamma, without the first factor on the hard side. Its
// exponent is as large as the result is far from 1, and taken exactly.
long double PowerOfSide(long double linear, double s, double gamma, const Side& side) {
  if (gamma == 0) return 1;
  if (gamma == 1) return side.q;
  if (gamma == 2) return side.q * side.q;
  const long double bounded = std::min(linear, kFarPower);
  const bool is_split = s > 0 && bounded == linear;
  const long double lost =
      is_split ? std::fma(static_cast<long double>(gamma), static_cast<long double>(s), -linear)
               : 0;
  const long double shift = (gamma < 0 ? -side.spread : side.spread) + lost;
  return std::exp(-bounded) * std::exp(-shift);
}

Side::Side(double s, double gamma) {
  const Tail tail(s);
  const bool easy = s >= 0;
  const long double linear = easy ? static_cast<long double>(gamma) * s : 0;
  const bool far = std::fabs(linear) > kFarPower || (easy && s > kFar);
  q = easy ? tail.rest : tail.near_one;
  softplus = easy ? tail.log : tail.log - s;
  grad_ratio = easy ? tail.log / tail.exp : tail.exp * softplus;
  spread = std::fabs(gamma * tail.log);
  known = spread <= kMostSpread && (!far || gamma >= 0);
  at_most = far;
  power = known ? PowerOfSide(linear, s, gamma, *this) : 0;
}

// Adds up by sign.
struct Sums {
  long double positive = 0, negative = 0;
  void Add(long double addend) { (addend < 0 ? negative : positive) += addend; }
};

// `units`: what the addends may be off by, in u.
Estimate EstimateOf(const Sums& sums, long double units) {
  Estimate result;
  result.left = sums.positive;
  result.right = sums.negative;
  result.sum = result.left + result.right;
  result.error = (result.left - result.right) * units * kUnit;
  return result;
}

void AddSide(const Side& side, long double coefficient, double gamma, Sums* sums) {
  const long double addend = coefficient * side.power * side.q;
  sums->Add(addend);
  sums->Add(addend * gamma * side.grad_ratio);
}

// alpha_t m^gamma and what it is made of, for 0 < y < 1 and 0 <= alpha <= 1: nothing cancels.
struct Soft {
  explicit Soft(const FocalInput& in);

  bool known;
  long double p, q;        // u / 2
  long double complement;  // 1 - y, u / 16
  long double m;           // 3 u / 4
  long double entropy;     // u
  long double scale = 0;   // 9 u / 16, and `units`
  long double units;       // of m^gamma
};

Soft::Soft(const FocalInput& in) {
  const Tail tail(in.x);
  const long double y = in.t, x = in.x;
  p = in.x < 0 ? tail.rest : tail.near_one;
  q = in.x < 0 ? tail.near_one : tail.rest;
  complement = 1 - y;
  m = p * complement + q * y;
  entropy = complement * (std::max(x, 0.0L) + tail.log) + y * (std::max(-x, 0.0L) + tail.log);
  const long double exponent = in.gamma == 0 ? 0 : in.gamma * std::log(m);
  units = std::fabs(in.gamma) + std::fabs(exponent) / 4;
  known = y > 0 && y < 1 && in.alpha >= 0 && in.alpha <= 1 && units <= kMostSpread;
  if (known) scale = (in.alpha * y + (1.0L - in.alpha) * complement) * std::exp(exponent);
}

long double FactorOf(const FocalInput& in) {
  return static_cast<long double>(in.dout) * in.weight / in.mean_divisor;
}

}  // namespace

// 3.7 u and the spread: coefficient 1/8, power 5/4, q 1/2, ratio 9/8, and ten roundings.
FocalEstimate EstimateFocalMixedGrad(const FocalInput& in) {
  const long double at_one = (in.t - 1.0L) * in.alpha;
  const long double at_zero = (1.0L - in.alpha) * in.t;
  const Side side = at_one != 0 ? Side(in.x, in.gamma) : Side(-in.x, in.gamma);
  FocalEstimate result;
  result.known = side.known;
  result.at_most = side.at_most;
  Sums sums;
  AddSide(side, at_one != 0 ? at_one : at_zero, in.gamma, &sums);
  if (at_one != 0 && at_zero != 0) {
    const Side other(-in.x, in.gamma);
    AddSide(other, at_zero, in.gamma, &sums);
    result.known = side.known && other.known && !side.at_most && !other.at_most;
  }
  result.estimate = EstimateOf(sums, 4 + side.spread);  // the other's is the same
  result.estimate.factor = FactorOf(in);
  return result;
}

FocalEstimate EstimateFocalHardLoss(const FocalInput& in) {
  const Side side(in.t == 1 ? in.x : -in.x, in.gamma);
  Sums sums;
  sums.Add((in.t == 1 ? in.alpha : 1.0L - in.alpha) * side.power * side.softplus);
  FocalEstimate result;
  result.known = side.known;
  result.at_most = side.at_most;
  result.estimate = EstimateOf(sums, 4 + side.spread);
  result.estimate.factor = static_cast<long double>(in.weight) / in.mean_divisor;
  return result;
}

// Of the longest addend 4.1 u and the power's: p and q 1/2 each, entropy 1, m 3/4, scale 9/16,
// and thirteen roundings.
FocalEstimate EstimateFocalSoftGrad(const FocalInput& in) {
  FocalEstimate result;
  const Soft soft(in);
  result.known = soft.known;
  if (!soft.known) return result;
  const long double y = in.t;
  Sums sums;
  sums.Add(soft.scale * soft.complement * soft.p);
  sums.Add(-soft.scale * y * soft.q);
  sums.Add(soft.scale * in.gamma * (1 - 2 * y) * soft.p * soft.q * soft.entropy / soft.m);
  result.estimate = EstimateOf(sums, 4.5L + soft.units);
  result.estimate.factor = FactorOf(in);
  return result;
}

FocalEstimate EstimateFocalSoftLoss(const FocalInput& in) {
  FocalEstimate result;
  const Soft soft(in);
  result.known = soft.known;
  if (!soft.known) return result;
  Sums sums;
  sums.Add(soft.scale * soft.entropy);
  result.estimate = EstimateOf(sums, 3 + soft.units);
  result.estimate.factor = static_cast<long double>(in.weight) / in.mean_divisor;
  return result;
}

bool Settle(const FocalEstimate& estimate, DType dtype, Reference* answer) {
  if (!estimate.known || !Settle(estimate.estimate, dtype, answer)) return false;
  return !estimate.at_most || answer->rounded == 0;
}

}  // namespace sigloss::oracle
