// SPDX-FileCopyrightText: the sigloss authors
// SPDX-License-Identifier: Apache-2.0
// All of the C++ API.
#pragma once

#include "sigloss/bce_with_logits.h"
#include "sigloss/dtype.h"
#include "sigloss/export.h"
#include "sigloss/loss_options.h"
#include "sigloss/precision.h"
#include "sigloss/sigmoid_focal_loss.h"
#include "sigloss/simd_target.h"
#include "sigloss/status.h"
#include "sigloss/tensor_view.h"
#include "sigloss/threads.h"
#include "sigloss/version.h"
