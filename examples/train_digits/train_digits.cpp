// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Learns handwritten digits with gradients from aclnnBinaryCrossEntropyWithLogitsBackward and
// compares the outcome with the same training in float64; see README.md.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "device_gradient.h"
#include "digits.h"
#include "linear_model.h"
#include "progress.h"

namespace train_digits {
namespace {

constexpr size_t kTrainSize = 1437;  // the other 360 are held out
constexpr size_t kBatch = 96;        // does not divide kTrainSize: the last batch is shorter
constexpr size_t kEpochs = 60;
constexpr double kRate = 10.0;  // the mean over 10 classes makes gradients small

constexpr double kMinAccuracy = 0.94;
// float32 keeps about 7 digits and the 900 steps add up their roundings; weights are below 10.
constexpr double kWeightTolerance = 1e-3;
constexpr double kLossTolerance = 1e-5;
constexpr double kAccuracyTolerance = 1.5 / 360;  // one image on the edge may fall either way

/// What a training leaves behind.
template <class T>
struct Outcome {
  LinearModel<T> model;
  std::vector<double> losses;  // over the training set, after each epoch
  Score held_out;
};

std::string Text(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), format, value);
  return buffer;
}

/// Mini-batch gradient descent. `gradient(logits, targets, rows, result)` gives the gradient of the
/// mean loss with respect to [rows, kClasses] logits and returns false if it cannot.
template <class T, class Gradient>
bool Train(const Digits& digits, const std::string& label, Gradient gradient, Outcome<T>* outcome) {
  const Samples<T> train = MakeSamples<T>(digits, 0, kTrainSize);
  const Samples<T> held_out = MakeSamples<T>(digits, kTrainSize, digits.size());
  std::vector<T> logits, targets, result;
  Progress progress(label, kEpochs);
  for (size_t epoch = 1; epoch <= kEpochs; ++epoch) {
    for (size_t first = 0; first < train.size; first += kBatch) {
      const size_t rows = std::min(kBatch, train.size - first);
      outcome->model.ComputeLogits(train, first, rows, &logits);
      const auto begin = train.targets.begin() + static_cast<ptrdiff_t>(first * kClasses);
      targets.assign(begin, begin + static_cast<ptrdiff_t>(rows * kClasses));
      if (!gradient(logits, targets, rows, &result)) return false;
      outcome->model.Descend(train, first, rows, result, static_cast<T>(kRate));
    }
    outcome->losses.push_back(outcome->model.Evaluate(train).loss);
    progress.Update(epoch, "loss " + Text("%.6f", outcome->losses.back()));
  }
  outcome->held_out = outcome->model.Evaluate(held_out);
  return true;
}

/// The reference: the formula as it stands in a textbook, in float64, where it is good enough for
/// the logits of this training.
bool PlainGradient(const std::vector<double>& logits, const std::vector<double>& targets, size_t,
                   std::vector<double>* result) {
  const auto count = static_cast<double>(logits.size());
  result->resize(logits.size());
  for (size_t i = 0; i < logits.size(); ++i) {
    (*result)[i] = (1.0 / (1.0 + std::exp(-logits[i])) - targets[i]) / count;
  }
  return true;
}

template <class T>
double LargestDifference(const std::vector<T>& a, const std::vector<double>& b) {
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
  }
  return largest;
}

bool Judge(const char* what, double value, const char* relation, double limit, bool good) {
  std::printf("  %-44s %-11.6g %s %-11.6g %s\n", what, value, relation, limit,
              good ? "ok" : "FAILED");
  return good;
}

bool Within(const char* what, double difference, double tolerance) {
  // Written so that a NaN fails.
  return Judge(what, difference, "<=", tolerance, difference <= tolerance);
}

bool Compare(const Outcome<float>& device, const Outcome<double>& reference) {
  std::printf("held out: loss %.6f, accuracy %.4f; float64: loss %.6f, accuracy %.4f\n",
              device.held_out.loss, device.held_out.accuracy, reference.held_out.loss,
              reference.held_out.accuracy);
  const double weights = LargestDifference(device.model.weights(), reference.model.weights());
  const double bias = LargestDifference(device.model.bias(), reference.model.bias());
  bool ok = Judge("held-out accuracy", device.held_out.accuracy, ">=", kMinAccuracy,
                  device.held_out.accuracy >= kMinAccuracy);
  ok &= Within("weights and biases: largest difference", std::max(weights, bias), kWeightTolerance);
  ok &= Within("training loss of any epoch: difference",
               LargestDifference(device.losses, reference.losses), kLossTolerance);
  ok &= Within("held-out loss: difference",
               std::abs(device.held_out.loss - reference.held_out.loss), kLossTolerance);
  ok &=
      Within("held-out accuracy: difference",
             std::abs(device.held_out.accuracy - reference.held_out.accuracy), kAccuracyTolerance);
  return ok;
}

/// A well classified sample, where sigmoid(x) rounds to 1 in float32 and the usual formula gives
/// up.
bool ShowExactness(DeviceGradient* gradient) {
  const float x = 20.0f;
  std::vector<float> result;
  if (!gradient->Compute({x}, {1.0f}, 1, 1, &result)) return false;
  const float usual = 1.0f / (1.0f + std::exp(-x)) - 1.0f;
  const double exact = -1.0 / (1.0 + std::exp(static_cast<double>(x)));
  std::printf(
      "gradient at x = 20, y = 1: sigloss %.9g (exact: %.9g); sigmoid(x) - y in float32: %.9g\n",
      result[0], exact, usual);
  return result[0] == static_cast<float>(exact);
}

/// Returns what went wrong, or an empty text.
std::string Run(const std::string& folder) {
  Digits digits;
  std::string error;
  if (!LoadDigits(folder, &digits, &error)) return error;
  std::printf("%zu images from %s: %zu to train, %zu held out\n", digits.size(), folder.c_str(),
              kTrainSize, digits.size() - kTrainSize);

  DeviceGradient device;
  if (!device.Open(kBatch * kClasses)) return device.error();
  Outcome<float> trained;
  const auto through_device = [&device](const auto& logits, const auto& targets, size_t rows,
                                        std::vector<float>* result) {
    return device.Compute(logits, targets, rows, kClasses, result);
  };
  if (!Train(digits, "aclnn  ", through_device, &trained)) return device.error();
  Outcome<double> reference;
  if (!Train(digits, "float64", PlainGradient, &reference))
    return "the float64 training did not run";

  const bool equal = Compare(trained, reference);
  const bool exact = ShowExactness(&device);
  if (!device.Close() || !device.error().empty()) return device.error();
  if (!exact) return "the gradient at x = 20 is not the correctly rounded one";
  return equal ? "" : "the training is not what it should be";
}

}  // namespace
}  // namespace train_digits

int main(int argc, char** argv) {
  const std::string argument = argc > 1 ? argv[1] : "";
  if (argc > 2 || argument.starts_with("-")) {
    const bool asked = argc == 2 && (argument == "-h" || argument == "--help");
    std::fprintf(asked ? stdout : stderr,
                 "usage: train_digits [FOLDER]\n"
                 "FOLDER holds digits.bin and permutation.txt; default: %s\n",
                 train_digits::DefaultDataFolder().c_str());
    return asked ? 0 : 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::string error =
      train_digits::Run(argument.empty() ? train_digits::DefaultDataFolder() : argument);
  if (!error.empty()) {
    std::printf("train_digits: FAILED: %s\n", error.c_str());
    return 1;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("train_digits: OK (%.1f s)\n", seconds.count());
  return 0;
}
