# SPDX-License-Identifier: MIT
# The parts of the report's page, in their order: report.html and these, for the programs and for Python.
set(PHOTOPIC_REPORT_STYLE report.css list.css detail.css)
set(PHOTOPIC_REPORT_SCRIPT
  data.js elements.js pictures.js accept.js trend.js list.js viewport.js stage.js histogram.js detail.js report.js)
