// SPDX-License-Identifier: MIT
// numpy arrays as pictures of the C interface.
#ifndef PHOTOPIC_PY_ARRAYS_H
#define PHOTOPIC_PY_ARRAYS_H

#include <photopic/photopic.h>
#include <pybind11/numpy.h>

namespace photopic_py {

/// An array of shape (height, width), or (height, width, channels) with 1, 3 or 4, whose pixels lie side by side, and
/// the picture that it is. uint8, uint16, float16, float32; float64 becomes float32.
struct ArrayPicture {
  pybind11::array array;
  photopic_picture picture;
};

/// `name` is the argument's, for messages. Raises TypeError, ValueError.
ArrayPicture picture_of(const pybind11::array& array, const char* name);
/// A picture of floats: scene-linear light.
ArrayPicture light_of(const pybind11::array& array, const char* name);
/// Of one channel, 255 where the array isn't 0.
ArrayPicture mask_of(const pybind11::array& array);
/// A new picture of that extent, 4 channels if it has alpha, else 3; "uint8" or "float16".
ArrayPicture make_picture(const photopic_picture& like, const pybind11::dtype& dtype);

}  // namespace photopic_py

#endif
