# SPDX-License-Identifier: MIT
# Tests of what Python's package says on a device with the least limits of Vulkan 1.2, by the tests' layer.
import numpy as np
import photopic
import pytest

PICTURE = np.zeros((16, 16, 3), np.uint8)


@pytest.mark.parametrize("metric", ["psnr", "ciede2000", "delta-e2000"])
def test_a_refused_metric_is_named(metric):
    with pytest.raises(photopic.Error) as refusal:
        photopic.compare(PICTURE, PICTURE, [metric])
    said = str(refusal.value)
    assert "the device's maxComputeWorkGroupInvocations is 128, and the pass metrics_" in said
    assert f"needs 256: leave out the metric {metric}" in said


def test_others_are_measured():
    assert photopic.compare(PICTURE, PICTURE, ["errors"])["rgb_sse"] == 0
