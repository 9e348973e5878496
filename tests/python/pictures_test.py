# SPDX-License-Identifier: MIT
# Tests of what is taken for a picture, and of processes that were forked.
import multiprocessing
import os
import time

import numpy as np
import photopic
import pytest

SIZE = (6, 9)


def test_lists_of_floats_are_light():
    rows = [[[4.0, 4.0, 4.0]] * SIZE[1]] * SIZE[0]
    assert photopic.meter(rows)["scene_ev100"] == pytest.approx(5, abs=1e-5)
    assert photopic.compare(rows, np.array(rows, np.float32), ["errors"])["rgb_sse"] == 0


@pytest.mark.parametrize("dtype", [">f4", ">f2", ">f8"])
def test_arrays_of_another_byte_order_are_read(dtype):
    hdr = np.full((*SIZE, 3), 4.0, dtype)
    assert photopic.meter(hdr)["scene_ev100"] == pytest.approx(5, abs=1e-3)
    assert photopic.compare(hdr, hdr.astype(dtype[1:]), ["errors"])["rgb_sse"] == 0


def test_codes_of_another_byte_order_are_read():
    codes = np.arange(SIZE[0] * SIZE[1], dtype=np.uint16).reshape(SIZE) * 300
    assert photopic.compare(codes, codes.astype(">u2"), ["errors"])["rgb_sse"] == 0


def test_pil_pictures_are_taken():
    image = pytest.importorskip("PIL.Image")
    codes = np.arange(SIZE[0] * SIZE[1] * 3, dtype=np.uint8).reshape(*SIZE, 3)
    picture = image.fromarray(codes)
    assert photopic.compare(codes, picture, ["errors"])["rgb_sse"] == 0
    assert photopic.compare(picture.convert("L"), picture.convert("L"), ["errors"])["rgb_sse"] == 0
    assert photopic.compare(picture.convert("RGBA"), codes, ["errors"])["alpha_pixels_differing"] == 0
    assert photopic.compare(picture.convert("F"), picture.convert("F"), ["errors"])["rgb_sse"] == 0
    for mode in ["P", "1", "CMYK", "LA", "HSV"]:
        made = picture.convert("L").convert("LA") if mode == "LA" else picture.convert(mode)
        with pytest.raises(TypeError, match=rf"test: PIL's mode '{mode}': must be L, RGB, RGBA.*convert\('RGB'\)"):
            photopic.compare(codes, made)


@pytest.mark.parametrize("picture, error, words", [
    (np.ones((*SIZE, 3), bool), TypeError, "hdr: dtype bool: must be uint8"),
    ([[1, 2], [3, 4]], TypeError, "hdr: whole numbers in a list have no depth"),
    (np.ones((*SIZE, 3), np.int64), TypeError, "hdr: dtype int64: must be uint8"),
    (np.ones((*SIZE, 3), np.complex64), TypeError, "hdr: dtype complex64: must be uint8"),
    ([[1.0, 2.0], [3.0]], ValueError, "hdr: "),
    (None, TypeError, "hdr: must be an array (height, width[, channels]), not NoneType"),
    ("picture.png", TypeError, "hdr: must be an array (height, width[, channels]), not str"),
    ({"a": 1}, TypeError, "hdr: must be an array"),
    (object(), TypeError, "hdr: must be an array of numbers"),
    (1.0, ValueError, "hdr: shape must be"),
    ([], ValueError, "hdr: shape must be"),
])
def test_what_is_no_picture_is_named(picture, error, words):
    with pytest.raises(error) as raised:
        photopic.meter(picture)
    assert words in str(raised.value)


@pytest.mark.parametrize("arguments, error, words", [
    ({"error_threshold": "1"}, None, ""),  # a number all the same
    ({"error_threshold": "one"}, TypeError, "error_threshold: must be a number, not 'one'"),
    ({"error_threshold": None}, TypeError, "error_threshold: must be a number, not None"),
    ({"error_threshold": np.float64(1)}, None, ""),
    ({"shift_radius": np.int64(1)}, None, ""),
    ({"shift_radius": 1.5}, ValueError, "shift_radius = 1.5: must be a whole number"),
    ({"shift_radius": -1}, ValueError, "shift_radius = -1: must be a whole number"),
    ({"mask": "all"}, TypeError, "mask: dtype"),
    ({"mask": [[1] * SIZE[1]] * SIZE[0]}, None, ""),
])
def test_numbers_are_any_that_are_numbers(arguments, error, words):
    codes = np.zeros((*SIZE, 3), np.uint8)
    if error is None:
        assert photopic.compare(codes, codes, ["errors"], **arguments)["rgb_sse"] == 0
        return
    with pytest.raises(error) as raised:
        photopic.compare(codes, codes, ["errors"], **arguments)
    assert words in str(raised.value)


def _forked_call(sender):
    began = time.monotonic()
    hdr = np.full((*SIZE, 3), 4.0, np.float32)
    told = []
    for call in [lambda: photopic.meter(hdr), photopic.Device, lambda: photopic.Adaptation().step(5.0, 0.1)]:
        try:
            call()
            told.append("no error")
        except photopic.Error as error:
            told.append(str(error))
    sender.send((told, time.monotonic() - began))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_is_told():
    photopic.meter(np.full((*SIZE, 3), 4.0, np.float32))  # a device is open
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(False)
    child = context.Process(target=_forked_call, args=(sender,))
    child.start()
    assert receiver.poll(20), "the child hangs"
    told, seconds = receiver.recv()
    child.join(20)
    assert child.exitcode == 0
    assert len(told) == 3 and all("was forked" in words and "'spawn'" in words for words in told), told
    assert seconds < 1
    assert photopic.meter(np.full((*SIZE, 3), 4.0, np.float32))["scene_ev100"] == pytest.approx(5, abs=1e-5)


def test_a_forked_process_ends():
    """Not by multiprocessing, which leaves out the interpreter's end."""
    photopic.meter(np.full((*SIZE, 3), 4.0, np.float32))
    child = os.fork()
    if child == 0:
        os._exit(0 if _ends() else 1)
    for _ in range(200):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    assert done == child and os.WEXITSTATUS(status) == 0


def _ends():
    """What the interpreter's end does: devices are let go."""
    import gc

    from photopic import device
    device._shared.clear()
    gc.collect()
    return True
