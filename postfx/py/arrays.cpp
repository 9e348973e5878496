// SPDX-License-Identifier: MIT
// numpy arrays as pictures of the C interface.
#include "arrays.h"

#include <cstdint>
#include <string>

namespace py = pybind11;

namespace photopic_py {
namespace {

/// The samples of a type, or false. By value: an array that was pickled has a dtype of its own.
bool sample_of(const py::dtype& dtype, std::uint32_t* sample) {
  if (dtype.equal(py::dtype::of<std::uint8_t>())) {
    *sample = PHOTOPIC_SAMPLE_U8;
  } else if (dtype.equal(py::dtype::of<std::uint16_t>())) {
    *sample = PHOTOPIC_SAMPLE_U16;
  } else if (dtype.equal(py::dtype("float16"))) {
    *sample = PHOTOPIC_SAMPLE_F16;
  } else if (dtype.equal(py::dtype::of<float>())) {
    *sample = PHOTOPIC_SAMPLE_F32;
  } else {
    return false;
  }
  return true;
}

std::uint32_t side_of(py::ssize_t side, const char* name) {
  constexpr py::ssize_t kMaxSide = 65535;
  if (side < 1 || side > kMaxSide) {
    throw py::value_error(std::string(name) + ": a side of " + std::to_string(side) + ": must be within 1 and 65535");
  }
  return static_cast<std::uint32_t>(side);
}

photopic_picture empty_picture() {
  photopic_picture picture = {};
  picture.size = sizeof picture;
  picture.version = PHOTOPIC_INTERFACE_VERSION;
  return picture;
}

}  // namespace

ArrayPicture picture_of(const py::array& array, const char* name) {
  if (array.ndim() != 2 && array.ndim() != 3) {
    throw py::value_error(std::string(name) + ": shape must be (height, width) or (height, width, channels)");
  }
  py::array samples = array;
  if (array.dtype().equal(py::dtype::of<double>())) samples = py::array_t<float, py::array::forcecast>(array);
  ArrayPicture result = {samples, empty_picture()};
  photopic_picture& picture = result.picture;
  if (!sample_of(samples.dtype(), &picture.sample)) {
    throw py::type_error(std::string(name) + ": dtype " + std::string(py::str(array.dtype())) +
                         ": must be uint8, uint16, float16, float32 or float64");
  }
  picture.height = side_of(samples.shape(0), name);
  picture.width = side_of(samples.shape(1), name);
  const py::ssize_t channels = samples.ndim() == 3 ? samples.shape(2) : 1;
  if (channels != 1 && channels != 3 && channels != 4) {
    throw py::value_error(std::string(name) + ": " + std::to_string(channels) + " channels: must be 1, 3 or 4");
  }
  picture.channels = static_cast<std::uint32_t>(channels);
  const py::ssize_t item = samples.itemsize();
  const bool is_row_packed =
      samples.strides(1) == item * channels && (samples.ndim() == 2 || samples.strides(2) == item);
  const bool has_rows = samples.strides(0) >= item * channels * samples.shape(1) && samples.strides(0) % item == 0;
  if (!is_row_packed || !has_rows) {  // turned, stepped, flipped, or a field of records
    samples = py::array::ensure(samples, py::array::c_style);
    if (!samples) throw py::error_already_set();
    result.array = samples;
  }
  picture.row_bytes = static_cast<std::size_t>(samples.strides(0));
  picture.samples = const_cast<void*>(samples.data());
  return result;
}

ArrayPicture light_of(const py::array& array, const char* name) {
  ArrayPicture result = picture_of(array, name);
  if (result.picture.sample != PHOTOPIC_SAMPLE_F16 && result.picture.sample != PHOTOPIC_SAMPLE_F32) {
    throw py::type_error(std::string(name) + ": dtype " + std::string(py::str(array.dtype())) +
                         ": must be float16, float32 or float64, of scene-linear light");
  }
  return result;
}

ArrayPicture mask_of(const py::array& array) {
  if (array.ndim() != 2) throw py::value_error("mask: shape must be (height, width)");
  const py::array_t<bool, py::array::c_style | py::array::forcecast> flags(array);
  py::array_t<std::uint8_t> codes({array.shape(0), array.shape(1)});
  bool keeps_any = false;
  for (py::ssize_t i = 0; i < flags.size(); ++i) {
    codes.mutable_data()[i] = flags.data()[i] ? 255 : 0;
    keeps_any = keeps_any || flags.data()[i];
  }
  if (!keeps_any) throw py::value_error("mask: leaves out every pixel");
  return picture_of(codes, "mask");
}

ArrayPicture make_picture(const photopic_picture& like, const py::dtype& dtype) {
  if (!dtype.equal(py::dtype::of<std::uint8_t>()) && !dtype.equal(py::dtype("float16"))) {
    throw py::type_error("dtype: " + std::string(py::str(dtype)) + ": must be uint8 or float16");
  }
  const py::ssize_t channels = like.channels == 4 ? 4 : 3;
  const py::array array(dtype, {py::ssize_t{like.height}, py::ssize_t{like.width}, channels});
  return picture_of(array, "dtype");
}

}  // namespace photopic_py
