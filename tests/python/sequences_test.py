# SPDX-License-Identifier: MIT
# Tests of sequences: Adaptation against closed forms and against itself in other cuts, flashes of known rates.
import fractions
import json
import math
import pathlib

import numpy as np
import photopic
import pytest

SIZE = (12, 20)  # rows, columns
BYTES_OF_A_STATE = 320
# Exponential alone, which has a closed form.
EXPONENTIAL = {"exposure.curve": "exponential", "exposure.to_bright_time_constant_s": 0.5}


def test_the_first_measurement_is_taken_at_once():
    adaptation = photopic.Adaptation()
    assert adaptation.state is None
    state = adaptation.step(5.0, 0.5)
    assert state["adapted_ev100"] == 5 and state["exposure"] == pytest.approx(1 / (1.2 * 32), rel=1e-6)
    assert state["frames"] == 1 and len(adaptation.state) == BYTES_OF_A_STATE
    assert len(state["white_balance_matrix"]) == 9
    adaptation.reset()
    assert adaptation.step(9.0, 0.5)["adapted_ev100"] == 9


def test_a_step_of_light_has_its_closed_form():
    adaptation = photopic.Adaptation(EXPONENTIAL)
    adaptation.step(4.0, 0.0)
    states = adaptation.run(np.full(20, 6.0), 0.1)
    assert states.dtype == photopic.STATE and states.shape == (20,)
    times = 0.1 * np.arange(1, 21)
    np.testing.assert_allclose(states["adapted_ev100"], 6 - 2 * np.exp(-2 * times), atol=2e-6)  # of floats
    assert (states["frames"] == np.arange(2, 22)).all()


def test_cuts_change_nothing():
    """Frame by frame, at once, and handed over in the middle: the same bits."""
    scene = 5 + 3 * np.sin(np.arange(30) / 4)
    steps = np.linspace(0.01, 0.2, 30)
    at_once = photopic.Adaptation()
    states = at_once.run(scene, steps)
    by_frames = photopic.Adaptation()
    exposures = [by_frames.step(ev, dt)["exposure"] for ev, dt in zip(scene, steps)]
    assert (states["exposure"] == np.array(exposures, np.float32)).all()
    first = photopic.Adaptation()
    first.run(scene[:11], steps[:11])
    rest = photopic.Adaptation(state=first.state).run(scene[11:], steps[11:])
    assert (rest == states[11:]).all()
    assert by_frames.step(1.0, 0.1) == at_once.step(1.0, 0.1)


def test_what_meter_returns_is_a_measurement():
    scene = np.full((*SIZE, 3), 4.0, np.float32)
    metered = [photopic.meter(scene), photopic.meter(scene * 4)]
    adaptation = photopic.Adaptation({"exposure.compensation_ev": 1})
    states = adaptation.run(metered, 10.0)
    assert states["scene_ev100"] == pytest.approx([5, 7], abs=1e-5)
    assert states["exposure"][0] == pytest.approx(2 / (1.2 * 32), rel=1e-5)
    assert states["valid_texels"][0] == SIZE[0] * SIZE[1]
    records = np.zeros(2, photopic.MEASUREMENT)
    for record, measured in zip(records, metered):
        for name in photopic.MEASUREMENT.names:
            record[name] = measured[name]
    assert (photopic.Adaptation({"exposure.compensation_ev": 1}).run(records, 10.0) == states).all()
    again = photopic.Adaptation({"exposure.compensation_ev": 1})
    assert again.step(records[0], 0)["exposure"] == states["exposure"][0]


def test_white_balance_adapts_to_the_light():
    settings = {"white_balance.white_balance": "auto"}
    warm = np.full((*SIZE, 3), (1.0, 0.8, 0.5), np.float32)
    measured = photopic.meter(warm, settings)
    assert measured["light_weight"] > 0 and measured["light_rg"] > 0 > measured["light_bg"]
    state = photopic.Adaptation(settings).step(measured, 0.0)
    red, blue = state["white_balance_matrix"][0], state["white_balance_matrix"][8]
    assert state["white_balance_temperature_k"] < 6000 and red < 1 < blue


def test_many_frames_are_adapted_at_once():
    states = photopic.Adaptation().run(5 + np.sin(np.arange(70_000) / 50), 1 / 60)  # more than one submission takes
    assert states["frames"][-1] == 70_000 and abs(states["adapted_ev100"][-1] - 5) < 1


def nothing():
    return photopic.Adaptation()


@pytest.mark.parametrize("call, error, words", [
    (lambda: photopic.Adaptation({"exposure.speed": 1}).step(5.0, 0), ValueError, "'exposure.speed': there is no such"),
    (lambda: photopic.Adaptation(state=b"123"), ValueError, "state: has 3 bytes: must have 320"),
    (lambda: photopic.Adaptation(state="123"), TypeError, "state: must be bytes or None, not str"),
    (lambda: photopic.Adaptation(state=bytes(320)).step(5.0, 0), ValueError, "state.exposure"),
    (lambda: photopic.Adaptation(picture=(0, 4)), ValueError, "picture = 0 x 4"),
    (lambda: photopic.Adaptation(device="llvmpipe"), TypeError, "device: must be a Device or None, not str"),
    (lambda: nothing().step(5.0, -1), ValueError, "dt = -1: must be finite"),
    (lambda: nothing().step(5.0, math.nan), ValueError, "dt = nan"),
    (lambda: nothing().step(5.0, "soon"), TypeError, "dt: must be a number of seconds"),
    (lambda: nothing().step(math.nan, 0), ValueError, "measurement: metered_log2_luminance isn't finite"),
    (lambda: nothing().step({"exposure": 1}, 0), ValueError, "measurement: has no 'metered_log2_luminance'"),
    (lambda: nothing().step("bright", 0), TypeError, "measurement: must be what meter() returns"),
    (lambda: nothing().run([1.0, math.inf], 0), ValueError, "measurements[1]: metered_log2_luminance isn't finite"),
    (lambda: nothing().run([1.0, None], 0), TypeError, "measurements[1]: must be what meter() returns"),
    (lambda: nothing().run([], 0), ValueError, "measurements: is empty"),
    (lambda: nothing().run(np.ones((2, 2)), 0), ValueError, "measurements: shape (2, 2): must be (frames,)"),
    (lambda: nothing().run(np.ones(2, bool), 0), TypeError, "measurements: dtype bool"),
    (lambda: nothing().run(np.ones(3), [0.1, 0.1]), ValueError, "dt: shape (2,): must be a number, or (3,)"),
    (lambda: nothing().run(np.ones(3), [0.1, -2, 0.1]), ValueError, "dt[1] = -2: must be finite"),
])
def test_what_is_wrong_is_named(call, error, words):
    with pytest.raises(error) as raised:
        call()
    assert words in str(raised.value)


def test_a_failed_step_changes_nothing():
    adaptation = photopic.Adaptation()
    adaptation.step(5.0, 0)
    before = adaptation.state
    with pytest.raises(ValueError):
        adaptation.step(math.inf, 0.1)
    adaptation.settings["meter.min_log2_luminance"] = 40
    with pytest.raises(ValueError, match="min_log2_luminance"):
        adaptation.step(5.0, 0.1)
    assert adaptation.state == before


# ---- flashes: of as many cells as the pictures have pixels ----------------------------------------------------------
CELLS = (20, 12)


def strobe(hertz, fps, frames, dtype=np.uint8, bright=255):
    for i in range(frames):
        yield np.full((*SIZE, 3), bright * (i * 2 * hertz // fps % 2), dtype)


def test_a_strobe_fails():
    found = photopic.flashes(strobe(10, 60, 60), 60, cells=CELLS)
    assert found.verdict == "fail" and found.profile == "strict"
    # Up at frame 3, down at 6, ...: seven transitions at frame 21, four at 12.
    assert found.first == 21 and found.verdicts[20] == "warning" and found.verdicts[11] == "pass"
    assert [(event.verdict, event.first, event.last) for event in found.events] == [("warning", 12, 20),
                                                                                   ("fail", 21, 59)]
    assert found.events[0].from_s == pytest.approx(0.2) and found.events[1].to_s == pytest.approx(59 / 60)
    assert found.frames["luminance"]["risk_share"][-1] == 1 and found.frames["time_us"][1] == 16667
    assert (found.frames["red_measure"]["screen_transitions"] == 0).all()


def test_what_is_still_passes():
    frames = np.broadcast_to(np.arange(SIZE[1], dtype=np.uint8), (5, *SIZE))
    found = photopic.flashes(frames, fractions.Fraction(24000, 1001))
    assert found.verdict == "pass" and found.events == [] and found.verdicts == ["pass"] * 5 and found.first == 0


def test_red_flashes_by_the_profiles():
    red, grey = np.uint8((220, 20, 20)), np.uint8((110, 110, 110))
    frames = [np.broadcast_to(red if i % 6 < 3 else grey, (*SIZE, 3)) for i in range(25)]
    assert photopic.flashes(frames, 60, "wcag", cells=CELLS).frames["red_chromaticity"]["verdict"].max() == 3
    assert photopic.flashes(frames, 60, "bt1702", cells=CELLS).frames["red_measure"]["verdict"].max() == 3
    assert photopic.flashes(frames, 60, cells=CELLS).verdict == "fail"


def test_light_of_floats_is_in_units():
    """A change of 20 cd/m^2 flashes: of a tenth at 200 for white, not of a twentieth."""
    bright = list(strobe(10, 60, 30, np.float32, 1.0))
    verdict = [photopic.flashes([frame * scale for frame in bright], 60, encoding="linear", cells=CELLS).verdict
               for scale in (0.105, 0.05)]
    assert verdict == ["fail", "pass"]
    scaled = [frame * 0.05 for frame in bright]
    assert photopic.flashes(scaled, 60, encoding="linear", cd_m2_per_unit=500.0, cells=CELLS).verdict == "fail"


def runs(pairs):
    for *values, count in pairs:
        yield from [values[0] if len(values) == 1 else values] * count


IRIS = json.loads((pathlib.Path(__file__).parents[1] / "data/vision/flash.json").read_text())["iris_published"]


@pytest.mark.parametrize("name", IRIS["sequences"])
def test_iris_has_its_published_results(name):
    sequence = IRIS["sequences"][name]
    frames = [np.full(SIZE, mean, np.float32) for mean, _ in runs(sequence["input"])]
    found = photopic.flashes(frames, sequence["fps"], "iris", encoding="linear")
    numbers = {"pass": 0, "warning": 1, "extended": 2, "fail": 3}
    assert [numbers[verdict] for verdict in found.verdicts] == list(runs(sequence["result"]))
    assert found.frames["luminance"]["screen_transitions"].tolist() == list(runs(sequence["transitions"]))


def test_iris_sees_codes_reds_and_units():
    assert photopic.flashes(strobe(10, 60, 60), 60, "iris").verdict == "fail"
    red = [np.broadcast_to(np.uint8((255, 0, 0) if i % 6 < 3 else (0, 0, 0)), (*SIZE, 3)) for i in range(60)]
    found = photopic.flashes(red, 60, "iris")
    assert found.frames["red_measure"]["verdict"][-1] == 3 and (found.frames["red_chromaticity"]["verdict"] == 0).all()
    # A change of a tenth of white flashes, on a quarter of the picture and more.
    dim = list(strobe(10, 60, 60, np.float32, 0.05))
    assert photopic.flashes(dim, 60, "iris", encoding="linear").verdict == "pass"
    assert photopic.flashes(dim, 60, "iris", encoding="linear", cd_m2_per_unit=500.0).verdict == "fail"
    for columns, verdict in [(4, "pass"), (5, "fail")]:
        part = [frame * (np.arange(SIZE[1]) < columns)[:, np.newaxis] for frame in strobe(10, 60, 60)]
        assert photopic.flashes([frame.astype(np.uint8) for frame in part], 60, "iris").verdict == verdict


@pytest.mark.parametrize("arguments, options, error, words", [
    ((strobe(1, 4, 4), 0), {}, ValueError, "fps = 0: must be finite and above 0"),
    ((strobe(1, 4, 1), 4), {}, ValueError, "frames: has 1; flashes are between two and more"),
    (([], 4), {}, ValueError, "frames: has 0"),
    ((strobe(1, 4, 4), 4, "lax"), {}, ValueError, "profile: 'lax' is none of strict, wcag, bt1702, iris"),
    ((strobe(1, 4, 4), 4, "iris"), {"encoding": "hdr10"}, ValueError,
     "encoding: 'hdr10': the profile 'iris' takes 'srgb' of uint8"),
    ((strobe(1, 4, 4, np.int16), 4, "iris"), {}, TypeError, "frames[0]: dtype int16: must be uint8, uint16 or floats"),
    ((strobe(1, 4, 4), 4, "iris"), {"device": photopic.Device()}, ValueError,
     "device: the profile 'iris' is computed without one"),
    ((strobe(1, 4, 4), 4), {"encoding": "rec709"}, ValueError, "encoding: 'rec709' is none of auto, srgb"),
    ((strobe(1, 4, 4), 4), {"white_cd_m2": 0}, ValueError, "white_cd_m2 = 0: must be within [1, 10000]"),
    ((strobe(1, 4, 4), 4), {"cd_m2_per_unit": -1}, ValueError, "cd_m2_per_unit = -1"),
    ((strobe(1, 4, 4, np.float32), 4), {}, ValueError, "encoding: floats need one"),
    ((strobe(1, 4, 4, np.int16), 4), {}, TypeError, "dtype int16"),
    (([np.zeros(SIZE, np.uint8), np.zeros((4, 4), np.uint8)], 4), {}, ValueError,
     "frames[1]: is 4 x 4, the frames before it are 20 x 12"),
    (([np.zeros(SIZE, np.uint8), np.zeros(SIZE, np.uint16)], 4), {}, ValueError, "frames[1]: dtype uint16"),
    (([np.zeros(SIZE, np.float32), np.full(SIZE, np.nan, np.float32)], 4), {"encoding": "linear"}, ValueError,
     "frames[1]: the pixel at (0, 0) isn't finite"),
    (([np.zeros(3)], 4), {}, ValueError, "frames[0]: shape (3,)"),
    ((strobe(1, 4, 4), 4), {"cells": (0, 4)}, ValueError, "cells = 0 x 4: must be within 1 x 1 and 256 x 256"),
    ((strobe(1, 4, 4), 4), {"device": 0}, TypeError, "device: must be a Device or None, not int"),
])
def test_what_is_wrong_with_flashes_is_named(arguments, options, error, words):
    with pytest.raises(error) as raised:
        photopic.flashes(*arguments, **options)
    assert words in str(raised.value)
