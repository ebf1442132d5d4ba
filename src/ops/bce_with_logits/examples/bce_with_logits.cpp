// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// Loss of a small batch, two examples with three classes each, and its gradient.
#include <sigloss/sigloss.h>

#include <cstdint>
#include <cstdio>

int main() {
  using sigloss::DType;
  using sigloss::TensorView;
  float logits[2][3] = {{20.0f, -3.0f, 0.5f}, {-1.0f, 2.0f, -0.25f}};
  uint8_t labels[2][3] = {{1, 0, 0}, {0, 1, 1}};
  float pos_weight[3] = {1.0f, 2.0f, 4.0f};  // of each class, for both examples
  float loss = 0.0f, grad[2][3];

  sigloss::BceOptions options;
  options.pos_weight = TensorView::Dense(pos_weight, DType::kFloat32, {3});
  options.normalizer.kind = sigloss::Normalizer::Kind::kRows;  // mean over the examples
  const sigloss::Status status = sigloss::bce_with_logits_loss_and_grad(
      TensorView::Dense(logits, DType::kFloat32, {2, 3}),
      TensorView::Dense(labels, DType::kUInt8, {2, 3}),
      TensorView::Dense(&loss, DType::kFloat32, {}),
      TensorView::Dense(grad, DType::kFloat32, {2, 3}), options);
  if (!status.ok()) return std::printf("%s\n", status.message().c_str()), 1;

  std::printf("loss %.8g\n", loss);
  for (const auto& row : grad) std::printf("%.8g %.8g %.8g\n", row[0], row[1], row[2]);
}
