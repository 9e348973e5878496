// SPDX-License-Identifier: MIT
// Tables 2 and 3 of ITU-T H.273 (07/2024).
#include "image_io/color/code_points.h"

#include <algorithm>
#include <iterator>

#include "reference/display/transfer.h"

namespace image_io::internal {
namespace {

struct PrimariesRow {
  std::uint8_t code_point;
  const char* name;
  Chromaticities xy;
};
constexpr PrimariesRow kPrimaries[] = {
    {1, "BT.709", {.640f, .330f, .300f, .600f, .150f, .060f, .3127f, .3290f}},
    {2, "BT.709", {.640f, .330f, .300f, .600f, .150f, .060f, .3127f, .3290f}},
    {4, "BT.470 M", {.670f, .330f, .210f, .710f, .140f, .080f, .310f, .316f}},
    {5, "BT.470 B, G", {.640f, .330f, .290f, .600f, .150f, .060f, .3127f, .3290f}},
    {6, "BT.601", {.630f, .340f, .310f, .595f, .155f, .070f, .3127f, .3290f}},
    {7, "SMPTE 240M", {.630f, .340f, .310f, .595f, .155f, .070f, .3127f, .3290f}},
    {8, "film", {.681f, .319f, .243f, .692f, .145f, .049f, .310f, .316f}},
    {9, "BT.2020", {.708f, .292f, .170f, .797f, .131f, .046f, .3127f, .3290f}},
    {10, "CIE XYZ", {1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f / 3.0f, 1.0f / 3.0f}},
    {11, "DCI P3", {.680f, .320f, .265f, .690f, .150f, .060f, .314f, .351f}},
    {12, "P3, D65", {.680f, .320f, .265f, .690f, .150f, .060f, .3127f, .3290f}},
    {22, "EBU 3213", {.630f, .340f, .295f, .605f, .155f, .077f, .3127f, .3290f}},
};

double linear(double signal) { return signal; }
template <int tenths>
double power(double signal) {
  return reference::power_decode(signal, tenths / 10.0);
}
double bt1886(double signal) { return reference::bt1886_decode(signal, 1.0, 0.0); }
/// SMPTE ST 428-1, table 1: 52.37 cd/m^2 for 48 cd/m^2 of white.
double st428(double signal) { return 52.37 / 48.0 * reference::power_decode(signal, 2.6); }
/// Its denominator has a zero at a signal of 1.99.
double pq(double signal) { return reference::pq_decode(std::min(signal, 1.0)); }
double hlg(double signal) { return reference::hlg_inverse_oetf(std::clamp(signal, 0.0, 1.0)); }

struct TransferRow {
  std::uint8_t code_point;
  const char* name;
  double (*light)(double);
};
constexpr TransferRow kTransfers[] = {
    {1, "BT.1886", bt1886},      {2, "sRGB's curve", reference::srgb_decode},
    {4, "gamma 2.2", power<22>}, {5, "gamma 2.8", power<28>},
    {6, "BT.1886", bt1886},      {7, "BT.1886", bt1886},
    {8, "linear", linear},       {11, "BT.1886", bt1886},
    {12, "BT.1886", bt1886},     {13, "sRGB's curve", reference::srgb_decode},
    {14, "BT.1886", bt1886},     {15, "BT.1886", bt1886},
    {kTransferPq, "PQ", pq},     {17, "ST 428", st428},
    {kTransferHlg, "HLG", hlg},
};

template <class Rows>
auto find(const Rows& rows, std::uint8_t code_point) -> decltype(&rows[0]) {
  const auto* const row =
      std::find_if(std::begin(rows), std::end(rows), [&](const auto& one) { return one.code_point == code_point; });
  return row == std::end(rows) ? nullptr : row;
}

}  // namespace

std::optional<Chromaticities> primaries_of(std::uint8_t code_point) {
  const PrimariesRow* const row = find(kPrimaries, code_point);
  return row == nullptr ? std::nullopt : std::optional(row->xy);
}

std::optional<Curve> curve_of(std::uint8_t code_point) {
  const TransferRow* const row = find(kTransfers, code_point);
  return row == nullptr ? std::nullopt : std::optional<Curve>(row->light);
}

std::string words_of(const Cicp& cicp) {
  const PrimariesRow* const primaries = find(kPrimaries, cicp.primaries);
  const TransferRow* const transfer = find(kTransfers, cicp.transfer);
  if (primaries == nullptr || transfer == nullptr) return "cICP " + cicp_text(cicp);
  return std::string(primaries->name) + ", " + transfer->name + (cicp.is_narrow ? ", narrow range" : "");
}

std::string cicp_text(const Cicp& cicp) {
  return std::to_string(cicp.primaries) + "/" + std::to_string(cicp.transfer) + "/0/" + (cicp.is_narrow ? "0" : "1");
}

}  // namespace image_io::internal
