# SPDX-License-Identifier: MIT
# Lists of tests that drivers.cmake leaves out, each with its reason.
