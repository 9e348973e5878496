# SPDX-License-Identifier: MIT
# Tests of Python's module photopic: numbers that are known, every dtype and layout of arrays, and what is refused.
import math
import pickle
import threading
import warnings

import numpy as np
import photopic
import pytest

SIZE = (12, 20)  # rows, columns


@pytest.fixture(scope="module")
def codes():
    """A picture, and one whose errors are known: a channel by 10, the three of another pixel by 3."""
    reference = (np.arange(SIZE[0] * SIZE[1] * 3) * 7 % 200).astype(np.uint8).reshape(*SIZE, 3)
    test = reference.copy()
    test[5, 8, 1] += 10
    test[0, 0] += 3
    return reference, test


@pytest.fixture(scope="module")
def scene():
    """Luminance 4: EV 5, and 4 / (1.2 * 2^5) of white."""
    return np.full((*SIZE, 3), 4.0, np.float32)


def test_compare_counts_errors(codes):
    result = photopic.compare(*codes, ["errors"])
    assert result["rgb_sse"] == 127 and result["sse_g"] == 109 and result["rgb_max_abs"] == 10
    assert (result["max_abs_x"], result["max_abs_y"]) == (8, 5)
    assert result["pixels_differing"] == 2 and result["pixels"] == SIZE[0] * SIZE[1]
    assert "float_ssim" not in result


def test_compare_has_all_metrics_by_default(codes):
    result = photopic.compare(codes[0], codes[0])
    assert result["rgb_sse"] == 0 and math.isinf(result["psnr_rgb"])
    assert result["float_ssim"] == 1 and result["flip_mean"] == 0 and result["delta_e2000_max"] == 0
    assert "float_ms_ssim" not in result  # needs larger pictures


def test_compare_leaves_out_what_is_masked(codes):
    mask = np.ones(SIZE, bool)
    mask[5, 8] = False
    result = photopic.compare(*codes, ["errors"], mask=mask)
    assert result["rgb_sse"] == 27 and result["pixels_masked"] == 1


def test_thresholds_count(codes):
    assert photopic.compare(*codes, ["errors"], error_threshold=3)["pixels_above"] == 1
    result = photopic.compare(*codes, ["cluster"], cluster_threshold=2)
    assert result["cluster_pixels"] == 1


# ---- alpha and what isn't finite ------------------------------------------------------------------------------------
DTYPES = [np.uint8, np.uint16, np.float16, np.float32, np.float64]
FLOATS = DTYPES[2:]


def filled(dtype, alpha=1.0, shape=(*SIZE, 4)):
    """A picture of ones; `alpha` is a share of the largest."""
    peak = np.iinfo(dtype).max if np.issubdtype(dtype, np.integer) else 1
    picture = np.full(shape, 1, dtype)
    if shape[2:] == (4,):
        picture[..., 3] = peak * alpha
    return picture


@pytest.mark.parametrize("dtype", DTYPES)
def test_pictures_that_differ_in_alpha_are_not_alike(dtype):
    opaque, clear, rgb = filled(dtype), filled(dtype, 0.0), filled(dtype, shape=(*SIZE, 3))
    peak, pixels = float(opaque.max()), SIZE[0] * SIZE[1]
    for one, other in [(opaque, clear), (clear, opaque), (rgb, clear), (clear, rgb), (clear, rgb[:, :, 0])]:
        with pytest.raises(photopic.NotComparable, match=f"alpha differs in {pixels} pixels, by up to {peak:g}; "):
            photopic.compare(one, other, ["errors"])
        ignored = photopic.compare(one, other, ["errors"], alpha="ignore")
        assert "alpha_max_abs" not in ignored and ignored["pixels_differing"] == 0
        counted = photopic.compare(one, other, ["errors"], alpha="compare")
        assert (counted["alpha_max_abs"], counted["alpha_pixels_differing"]) == (peak, pixels)
        assert (counted["pixels_differing"], counted["rgb_max_abs"]) == (pixels, 0)
    for one, other in [(opaque, rgb), (clear, clear)]:  # opaque, and equal
        assert photopic.compare(one, other, ["errors"])["alpha_pixels_differing"] == 0


@pytest.mark.parametrize("metrics", [None, ["flip"], ["psnr", "cluster"]])
def test_alpha_is_seen_whatever_is_measured(metrics):
    with pytest.raises(photopic.NotComparable, match="alpha differs"):
        photopic.compare(filled(np.uint8), filled(np.uint8, 0.0), metrics)


def test_alpha_of_one_pixel_is_seen():
    one, other = filled(np.uint8), filled(np.uint8)
    other[3, 4, 3] = 254
    with pytest.raises(ValueError, match="alpha differs in 1 pixels, by up to 1"):
        photopic.compare(one, other, ["errors"])
    mask = np.ones(SIZE, bool)
    mask[3, 4] = False
    assert photopic.compare(one, other, ["errors"], mask=mask)["alpha_pixels_differing"] == 0
    # Of the largest where both differ; within the threshold, and shifted to where it is alike.
    other[3, 4, 0] = 6
    result = photopic.compare(one, other, ["errors"], alpha="compare", error_threshold=5)
    assert (result["pixels_differing"], result["pixels_above"], result["rgb_max_abs"]) == (1, 0, 5)
    assert photopic.compare(one, other, ["errors"], alpha="compare", error_threshold=4)["pixels_above"] == 1
    assert photopic.compare(one, other, ["errors"], alpha="compare", shift_radius=1)["alpha_pixels_differing"] == 0


def test_pictures_lie_over_a_color():
    one, other = filled(np.uint8, 0.2), filled(np.uint8, 0.2)  # 51 of 255
    other[..., 2] = 201
    result = photopic.compare(one, other, ["errors"], alpha="over:#ff0080")
    assert result["rgb_max_abs"] == 40 and result["sse_r"] == 0  # a fifth of 200
    light, clear = filled(np.float32), filled(np.float32, 0.0)
    clear[..., :3] = 0.0
    result = photopic.compare(light, clear, ["errors"], alpha="over:188,188,188")
    assert result["rgb_max_abs"] == pytest.approx(1 - ((188 / 255 + 0.055) / 1.055) ** 2.4, rel=1e-6)
    assert photopic.compare(light, clear, ["errors"], alpha="over:white")["rgb_max_abs"] == 0


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("shape", [SIZE, (*SIZE, 3), (*SIZE, 4)])
def test_what_is_not_finite_is_not_equal(dtype, value, shape):
    good, wrong = filled(dtype, shape=shape), filled(dtype, shape=shape)
    wrong[4, 7] = value
    for one, other, words in [(good, wrong, "0 pixels of the reference and 1 of the test"),
                              (wrong, good, "1 pixels of the reference and 0 of the test"),
                              (wrong, wrong, "1 pixels of the reference and 1 of the test")]:
        with pytest.raises(photopic.NotComparable, match=words + r" aren't finite, the first at \(7, 4\); nan_equal"):
            photopic.compare(one, other, ["errors"])
        if one is not other:
            with pytest.raises(photopic.NotComparable, match=words + " aren't finite, 1 of them not in both alike"):
                photopic.compare(one, other, ["errors"], nan_equal=True)
    alike = photopic.compare(wrong, wrong.copy(), ["errors"], nan_equal=True)
    assert (alike["rgb_max_abs"], alike["pixels"]) == (0, SIZE[0] * SIZE[1])
    assert (alike["not_finite_reference"], alike["not_finite_test"], alike["not_finite_differing"]) == (1, 1, 0)
    mask = np.ones(SIZE, bool)
    mask[4, 7] = False
    assert photopic.compare(good, wrong, ["errors"], mask=mask)["pixels_differing"] == 0


def test_flip_sees_what_is_not_finite():
    good, wrong = filled(np.float32), filled(np.float32)
    wrong[4, 7] = np.nan
    with pytest.raises(photopic.NotComparable, match="0 pixels of the reference and 1 of the test aren't finite; nan_eq"):
        photopic.compare(good, wrong, ["flip"])
    mask = np.ones(SIZE, bool)
    mask[4, 7] = False
    assert photopic.compare(wrong, wrong, ["flip"], nan_equal=True)["flip_max"] == 0
    assert photopic.compare(wrong, good, ["flip"], mask=mask)["flip_max"] == 0


def test_infinities_of_other_signs_and_channels_differ():
    one, other = filled(np.float32, shape=(*SIZE, 3)), filled(np.float32, shape=(*SIZE, 3))
    one[1, 2, 0], other[1, 2, 0] = np.inf, -np.inf
    one[3, 4, 0] = other[3, 4, 1] = np.nan
    one[5, 6, 2] = other[5, 6, 2] = np.nan
    with pytest.raises(photopic.NotComparable, match=r"3 pixels of the reference and 3 of the test aren't finite, 2 of "
                                                     r"them not in both alike, the first at \(2, 1\)$"):
        photopic.compare(one, other, ["errors"], nan_equal=True)


def test_alpha_may_be_not_finite():
    one, other = filled(np.float32), filled(np.float32)
    other[0, 0, 3] = np.nan
    for alpha in (None, "compare", "over:white"):
        with pytest.raises(photopic.NotComparable, match="0 pixels of the reference and 1 of the test aren't finite"):
            photopic.compare(one, other, ["errors"], alpha=alpha)
    assert photopic.compare(one, other, ["errors"], alpha="ignore")["rgb_max_abs"] == 0
    assert photopic.compare(other, other, ["errors"], nan_equal=True)["alpha_max_abs"] == 0


@pytest.mark.filterwarnings("ignore:overflow")
def test_doubles_beyond_floats_are_infinite():
    with pytest.raises(photopic.NotComparable, match="240 pixels of the reference and 240 of the test"):
        photopic.compare(np.full(SIZE, 1e300), np.full(SIZE, 2e300), ["errors"])


def test_names_are_known_before():
    for dtype in (np.uint16, np.float16):
        for shape in [SIZE, (*SIZE, 4)]:
            picture = filled(dtype, shape=shape)
            for alpha in (None, "ignore"):
                assert photopic._native.compare_names(picture, alpha=alpha) == list(
                    photopic.compare(picture, picture, alpha=alpha))


def test_rows_of_records_may_begin_anywhere(scene):
    records = np.zeros(SIZE[0], [("flag", np.uint8), ("row", np.float32, (SIZE[1], 3))])
    records["row"] = scene
    assert records["row"].strides[0] % 4 != 0
    assert photopic.meter(records["row"])["scene_ev100"] == photopic.meter(scene)["scene_ev100"]


def test_rows_beyond_the_address_space_are_refused(codes):
    rows = np.lib.stride_tricks.as_strided(codes[0], shape=codes[0].shape, strides=(2**60, 3, 1))
    with pytest.raises(ValueError, match="12 rows of it don't fit the address space"):
        photopic.compare(rows, codes[1], ["errors"])


@pytest.mark.parametrize("view", [
    lambda a: a[:, ::-1],                                                    # turned round
    lambda a: a[::-1],
    lambda a: np.dstack([a, a])[:, :, :3],                                   # pixels with room between them
    lambda a: np.hstack([a, a])[:, :a.shape[1]],                             # rows with room between them
    lambda a: np.asfortranarray(a),
    lambda a: np.repeat(a, 2, axis=0)[::2],
    lambda a: np.dstack([a, np.arange(a.shape[1], dtype=a.dtype) + 0 * a[:, :, 0]]),  # alpha
])
def test_any_layout_is_the_same_picture(codes, view):
    plain = photopic.compare(*(np.ascontiguousarray(view(a)) for a in codes), ["errors"])
    assert photopic.compare(*(view(a) for a in codes), ["errors"]) == plain and plain["not_finite_differing"] == 0
    assert plain["rgb_sse"] == 127


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float16, np.float32, np.float64])
@pytest.mark.parametrize("shape", [SIZE, (*SIZE, 1), (*SIZE, 3), (*SIZE, 4)])
def test_any_dtype_and_shape(dtype, shape):
    reference = np.ones(shape, dtype)
    test = reference.copy()
    test[2, 3] = 3
    test = pickle.loads(pickle.dumps(test))  # whose dtype is another object
    result = photopic.compare(reference, test, ["errors"], alpha="compare")
    assert result["rgb_sse"] == 12 and result["pixels_differing"] == 1
    assert result["alpha_max_abs"] == (2 if shape[2:] == (4,) else 0)


def test_meter(scene):
    state = photopic.meter(scene)
    assert state["scene_ev100"] == pytest.approx(5, abs=1e-5)
    assert state["exposure"] == pytest.approx(1 / (1.2 * 32), rel=1e-5)
    assert state["valid_texels"] == SIZE[0] * SIZE[1] and state["min_luminance"] == pytest.approx(4)
    assert photopic.meter(scene * 2)["scene_ev100"] == pytest.approx(6, abs=1e-5)


def test_content_light(codes, scene):
    light = photopic.content_light(np.full((*SIZE, 3), 255, np.uint8), paper_white_nits=100)
    assert light["max_cll_nits"] == pytest.approx(100, rel=1e-4) and light["max_fall_nits"] == pytest.approx(100, rel=1e-4)
    assert light["valid_texels"] == SIZE[0] * SIZE[1] and light["beyond_bt709"] == 0
    scrgb = photopic.Device(0).content_light(scene, "scrgb")
    assert scrgb["mean_nits"] == pytest.approx(320, rel=1e-4) and len(scrgb["percentiles_nits"]) == 5
    red = np.zeros((*SIZE, 3), np.uint16)
    red[:6, :, 0] = 40000  # BT.2020's red is beyond Display P3
    hdr10 = photopic.content_light(red, "hdr10")
    assert hdr10["beyond_bt709"] == 0.5 and hdr10["beyond_p3"] == 0.5 and hdr10["min_nits"] == 0


def test_content_light_of_nan_is_none():
    light = photopic.content_light(np.full((*SIZE, 3), np.nan, np.float32), "linear")
    assert light.pop("valid_texels") == 0 and light.pop("invalid_texels") == SIZE[0] * SIZE[1]
    assert light.pop("percentiles_nits") == [None] * 5 and set(light.values()) == {None}
    black = photopic.content_light(np.zeros((*SIZE, 3), np.float32), "linear")
    assert black["max_cll_nits"] == 0 and black["percentiles_nits"] == [0] * 5


def test_develop(scene):
    picture, state = photopic.develop(scene, {"tone_map.tone_mapper": "none"})
    assert picture.shape == scene.shape and picture.dtype == np.uint8
    assert (picture == 91).all()  # sRGB of 4 / (1.2 * 2^5)
    assert state["adapted_ev100"] == pytest.approx(5, abs=1e-5)
    light, _ = photopic.develop(scene, {"tone_map.tone_mapper": "none"}, dtype=np.float16)
    assert light.dtype == np.float16 and light[0, 0, 0] == pytest.approx(4 / (1.2 * 32), rel=1e-3)


def test_develop_keeps_alpha(scene):
    half = np.dstack([scene, np.full(SIZE, 0.5, np.float32)])
    picture, _ = photopic.develop(half)
    assert picture.shape == (*SIZE, 4) and (picture[:, :, 3] == 128).all()


def test_settings_count(scene):
    brighter, _ = photopic.develop(scene, {"tone_map.tone_mapper": "none", "exposure.compensation_ev": 1})
    assert (brighter == 126).all()  # sRGB of twice as much
    curve, state = photopic.develop(scene, {"exposure.compensation_curve": [(0, 0), (10, 2)],
                                            "exposure.hold_on_black": True, "tone_map.dither_seed": 7})
    assert state["exposure"] == pytest.approx(2 / (1.2 * 32), rel=1e-5)
    lens, _ = photopic.develop(scene, {"lens.vignette": 1.0})
    assert lens[0, 0, 0] < lens[6, 10, 0]


def test_presets(scene):
    viewer = photopic.preset("viewer")
    assert viewer["tone_map.tone_mapper"] == "pbr-neutral" and viewer["meter.black_stops"] == 9
    assert viewer["exposure.hold_on_black"] is True and "exposure.min_ev100" not in viewer
    picture, _ = photopic.develop(scene, viewer)
    brighter, _ = photopic.develop(scene, viewer | {"exposure.compensation_ev": 4})
    assert brighter.mean() > picture.mean()
    with pytest.raises(ValueError, match="'cinema': is none of archviz, film"):
        photopic.preset("cinema")


def test_values_that_count_nothing_are_warned_of(scene):
    with pytest.warns(UserWarning, match="meter.spot_radius is set, and counts nothing") as warned:
        photopic.meter(scene, {"meter.spot_radius": 0.2, "glare.veil_fraction": 0.2})
    assert len(warned) == 1 and warned[0].filename == __file__  # a meter doesn't judge settings of the picture
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        photopic.meter(scene, {"meter.spot": True, "meter.spot_radius": 0.2})
        for name in ["archviz", "film", "game", "night", "photo", "studied", "viewer"]:
            photopic.develop(scene, photopic.preset(name))


def test_table_of_settings():
    table = photopic.settings()
    assert table["exposure.compensation_ev"] == {"type": "number", "unit": "EV", "min": -32, "max": 32, "default": 0,
                                                 "help": "stops; +1 makes the picture twice as bright"}
    assert "agx" in table["tone_map.tone_mapper"]["words"] and table["exposure.hold"]["default"] is False
    assert table["exposure.target_curve"]["type"] == "curve"


@pytest.mark.parametrize("call, error, words", [
    (lambda a: photopic.compare(a, a[1:]), ValueError, "reference is 20 x 12, test 20 x 11: must be of one size"),
    (lambda a: photopic.compare(a, a.astype(np.uint16)), TypeError, "reference is uint8, test uint16: must be alike"),
    (lambda a: photopic.compare(a, a, ["vmaf"]), ValueError, "metrics: 'vmaf': there is no such word"),
    (lambda a: photopic.compare(a, a, "ssim"), TypeError, "metrics: must be a sequence"),
    (lambda a: photopic.compare(a, a, []), ValueError, "metrics: names none"),
    (lambda a: photopic.compare(a, a, ["ms-ssim"]), ValueError, "176 x 176"),
    (lambda a: photopic.compare(a, a, mask=np.ones((3, 3))), ValueError, "mask is 3 x 3, pictures 20 x 12: must be of one size"),
    (lambda a: photopic.compare(a, a, mask=a), ValueError, "mask: shape must be"),
    (lambda a: photopic.compare(a, a, mask=np.zeros(SIZE)), ValueError, "mask: leaves out every pixel"),
    (lambda a: photopic.compare(a, a, alpha="over:pink"), ValueError, "alpha: 'over:pink' is none of compare, ignore"),
    (lambda a: photopic.compare(a, a, alpha=0), TypeError, "alpha: must be a str or None"),
    (lambda a: photopic.compare(a, a, shift_radius=5), ValueError, "shift_radius"),
    (lambda a: photopic.compare(a[:, :, :2], a[:, :, :2]), ValueError, "2 channels: must be 1, 3 or 4"),
    (lambda a: photopic.compare(a[0, 0], a[0, 0]), ValueError, "shape must be"),
    (lambda a: photopic.compare(a[:0], a[:0]), ValueError, "a side of 0"),
    (lambda a: photopic.compare(a.astype(np.int32), a), TypeError, "dtype int32: must be uint8"),
    (lambda a: photopic.meter(a), TypeError, "hdr: dtype uint8: must be float16, float32 or float64"),
    (lambda a: photopic.content_light(a.astype(float)), ValueError, "encoding: floats need one"),
    (lambda a: photopic.content_light(a, "pq"), ValueError, "encoding: 'pq': there is no such word; there are "),
    (lambda a: photopic.content_light(a, paper_white_nits=-1), ValueError, "paper_white_nits = -1"),
    (lambda a: photopic.develop(a.astype(float), {"exposure.compensation": 1}), ValueError, "no such setting"),
    (lambda a: photopic.develop(a.astype(float), {"tone_map.mapper": "agx"}), ValueError,
     "'tone_map.mapper': there is no such setting"),
    (lambda a: photopic.develop(a.astype(float), {"exposure.compensation_ev": 99}), ValueError, "[-32, 32]"),
    (lambda a: photopic.develop(a.astype(float), {"exposure.compensation_ev": "1"}), TypeError, "another type"),
    (lambda a: photopic.develop(a.astype(float), {"tone_map.tone_mapper": "filmic"}), ValueError, "is none of"),
    (lambda a: photopic.develop(a.astype(float), {"exposure.target_curve": [(1, 2, 3)]}), ValueError, "pairs"),
    (lambda a: photopic.develop(a.astype(float), dtype="float32"), TypeError, "dtype: float32: must be uint8 or float16"),
    (lambda a: photopic.develop(a.astype(float), {1: 1}), TypeError, "settings: names must be str"),
    (lambda a: photopic.develop(a.astype(float), [1]), TypeError, "settings: must be a dict"),
    (lambda a: photopic.compare(a, a, [1]), TypeError, "metrics: names must be str"),
    (lambda a: photopic.Device("no such device"), photopic.Error, "no usable Vulkan device 'no such device'"),
])
def test_what_is_wrong_is_named(codes, call, error, words):
    with pytest.raises(error) as raised:
        call(codes[0])
    assert words in str(raised.value)
    assert "photopic_" not in str(raised.value) and "PHOTOPIC_" not in str(raised.value)


def test_device_by_name(codes):
    device = photopic.Device(0)
    assert device.name
    assert photopic.Device(device.name).compare(*codes, ["errors"]) == device.compare(*codes, metrics=["errors"])


def test_threads_take_turns(codes, scene):
    results = []

    def work(index):
        for _ in range(3):
            if index % 2:
                results.append(photopic.compare(*codes, ["errors"])["rgb_sse"] == 127)
            else:
                results.append(abs(photopic.meter(scene)["scene_ev100"] - 5) < 1e-5)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 12
