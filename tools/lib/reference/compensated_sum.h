// SPDX-License-Identifier: MIT
// Sum that keeps what rounding loses.
#ifndef PHOTOPIC_TOOLS_REFERENCE_COMPENSATED_SUM_H
#define PHOTOPIC_TOOLS_REFERENCE_COMPENSATED_SUM_H

#include <cmath>

namespace reference {

/// Neumaier's compensated sum: the error stays at the last bit for any number of terms.
class CompensatedSum {
 public:
  void add(double term) {
    const double total = total_ + term;
    lost_ += std::abs(total_) >= std::abs(term) ? (total_ - total) + term : (term - total) + total_;
    total_ = total;
  }
  double value() const { return total_ + lost_; }

 private:
  double total_ = 0.0;
  double lost_ = 0.0;
};

}  // namespace reference

#endif
