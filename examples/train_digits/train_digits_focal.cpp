// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Learns handwritten digits of which one is rare, once with binary cross entropy and once with
// sigmoid focal loss, and compares how many images of each digit are found; see README.md.
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "digits.h"
#include "linear_model.h"
#include "progress.h"
#include "sigloss/sigloss.h"

namespace train_digits {
namespace {

using sigloss::DType;
using sigloss::Status;
using sigloss::TensorView;

constexpr size_t kTrainSize = 1437;
constexpr size_t kBatch = 96;
constexpr size_t kEpochs = 60;
constexpr uint8_t kRare = 8;
constexpr size_t kKeepEvery = 16;  // of the rare digit's images in the training set

/// Loss, and the gradient by the logits, of a batch.
using LossFunction = std::function<Status(const TensorView& logits, const TensorView& targets,
                                          const TensorView& loss, const TensorView& grad)>;
using Recalls = std::array<double, kClasses>;

/// The training images, with most of the rare digit taken out, before the held-out ones.
Digits MakeImbalanced(const Digits& digits, size_t* train_size) {
  Digits kept;
  size_t rare = 0;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i == kTrainSize) *train_size = kept.size();
    const bool drop = i < kTrainSize && digits.labels[i] == kRare && rare++ % kKeepEvery != 0;
    if (drop) continue;
    kept.labels.push_back(digits.labels[i]);
    const auto image = digits.pixels.begin() + static_cast<ptrdiff_t>(i * kPixels);
    kept.pixels.insert(kept.pixels.end(), image, image + kPixels);
  }
  return kept;
}

bool Train(const Samples<float>& train, const std::string& label, float rate,
           const LossFunction& loss_and_grad, LinearModel<float>* model) {
  std::vector<float> logits, grad;
  Progress progress(label, kEpochs);
  for (size_t epoch = 1; epoch <= kEpochs; ++epoch) {
    double sum = 0;
    for (size_t first = 0; first < train.size; first += kBatch) {
      const size_t rows = std::min(kBatch, train.size - first);
      model->ComputeLogits(train, first, rows, &logits);
      grad.resize(logits.size());
      float loss = 0;
      const sigloss::Dims shape = {static_cast<int64_t>(rows), kClasses};
      auto* targets = const_cast<float*>(train.targets.data() + first * kClasses);  // only read
      const Status status = loss_and_grad(TensorView::Dense(logits.data(), DType::kFloat32, shape),
                                          TensorView::Dense(targets, DType::kFloat32, shape),
                                          TensorView::Dense(&loss, DType::kFloat32, {}),
                                          TensorView::Dense(grad.data(), DType::kFloat32, shape));
      if (!status.ok()) return std::puts(status.message().c_str()), false;
      model->Descend(train, first, rows, grad, rate);
      sum += static_cast<double>(loss) * static_cast<double>(rows);
    }
    char text[48];
    std::snprintf(text, sizeof text, "loss %.6f", sum / static_cast<double>(train.size));
    progress.Update(epoch, text);
  }
  return true;
}

/// Share of each digit's images whose own classifier says yes.
Recalls RecallsOf(const LinearModel<float>& model, const Samples<float>& samples) {
  std::vector<float> logits;
  model.ComputeLogits(samples, 0, samples.size, &logits);
  Recalls found{}, there{};
  for (size_t i = 0; i < logits.size(); ++i) {
    if (samples.targets[i] != 1) continue;
    there[i % kClasses] += 1;
    found[i % kClasses] += logits[i] > 0 ? 1 : 0;
  }
  for (size_t c = 0; c < kClasses; ++c) found[c] /= there[c];
  return found;
}

void Print(const char* name, const Recalls& recalls, const Score& score) {
  std::printf("%-7s", name);
  for (const double recall : recalls) std::printf(" %5.2f", recall);
  std::printf("   %.4f\n", score.accuracy);
}

/// Returns what went wrong, or an empty text.
std::string Run(const std::string& folder) {
  Digits all;
  std::string error;
  if (!LoadDigits(folder, &all, &error)) return error;
  size_t train_size = 0;
  const Digits digits = MakeImbalanced(all, &train_size);
  const auto train = MakeSamples<float>(digits, 0, train_size);
  const auto held_out = MakeSamples<float>(digits, train_size, digits.size());
  const auto rare = std::count(digits.labels.begin(),
                               digits.labels.begin() + static_cast<ptrdiff_t>(train_size), kRare);
  std::printf("%zu images to train, %td of them of the digit %d; %zu held out\n", train_size, rare,
              kRare, held_out.size);

  const auto bce = [](const auto& logits, const auto& targets, const auto& loss, const auto& grad) {
    return sigloss::bce_with_logits_loss_and_grad(logits, targets, loss, grad);
  };
  sigloss::FocalOptions options;
  options.alpha = 0.75;  // one element in ten is positive
  options.reduction = sigloss::Reduction::kMean;
  const auto focal = [&options](const auto& logits, const auto& targets, const auto& loss,
                                const auto& grad) {
    return sigloss::sigmoid_focal_loss_loss_and_grad(logits, sigloss::FocalTarget::Labels(targets),
                                                     loss, grad, options);
  };
  LinearModel<float> by_bce, by_focal;
  if (!Train(train, "BCE  ", 10.0f, bce, &by_bce)) return "the training with BCE stopped";
  if (!Train(train, "focal", 40.0f, focal, &by_focal)) return "the training with focal stopped";

  const Recalls bce_recalls = RecallsOf(by_bce, held_out);
  const Recalls focal_recalls = RecallsOf(by_focal, held_out);
  std::printf("held out, recall of each digit, and accuracy\n       ");
  for (size_t c = 0; c < kClasses; ++c) std::printf(" %5zu", c);
  std::printf("\n");
  Print("BCE", bce_recalls, by_bce.Evaluate(held_out));
  Print("focal", focal_recalls, by_focal.Evaluate(held_out));
  if (!(focal_recalls[kRare] >= bce_recalls[kRare] + 0.1)) {
    return "focal loss does not find the rare digit more often";
  }
  if (!(by_focal.Evaluate(held_out).accuracy >= by_bce.Evaluate(held_out).accuracy)) {
    return "focal loss costs accuracy";
  }
  return "";
}

}  // namespace
}  // namespace train_digits

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : train_digits::DefaultDataFolder();
  const std::string error = train_digits::Run(folder);
  std::printf("train_digits_focal: %s%s\n", error.empty() ? "OK" : "FAILED: ", error.c_str());
  return error.empty() ? 0 : 1;
}
