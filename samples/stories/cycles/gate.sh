#!/bin/sh
# SPDX-License-Identifier: MIT
# Compares the frames of folder $1 with the goldens; the report goes to folder $2.
# screen: as another driver may render it. light: HDR-FLIP of R, G, B; the same for the depth Z.
exec photopic regress --shots "$1" --goldens goldens -o "$2" \
  --rules 'screen/*=driver' --rules 'light/*={"max_flip": 0.02}' \
  --channels 'light/*=R,G,B,Z'
