# SPDX-License-Identifier: MIT
"""Calls as programs make them, for mypy --strict alone: those that are wrong say so."""
import numpy as np
import photopic

hdr = np.ones((8, 8, 3), np.float32)
codes = np.zeros((8, 8, 3), np.uint8)

settings: photopic.Settings = {"tone_map.tone_mapper": "agx", "exposure.compensation_ev": 0.5, "exposure.hold": True,
                               "exposure.target_curve": [(0.0, 1.0), (5.0, 2.0)]}
picture, state = photopic.develop(hdr, settings)
ev: float = photopic.meter(hdr, {"meter.spot": True})["scene_ev100"] + state["exposure"]
score: float = photopic.compare(codes, codes, ["flip"], mask=np.ones((8, 8), bool))["flip_mean"]
score = photopic.Device("llvmpipe").compare([[0.0, 1.0]], [[0.0, 1.0]], alpha="ignore")["rgb_mse"]
adaptation = photopic.Adaptation(photopic.preset("film"), picture=(640, 360))
exposure = adaptation.step(photopic.meter(hdr), 1 / 60)["exposure"]
states = adaptation.run([4.0, 5.0], 1 / 60)
found = photopic.flashes([codes, codes], fps=60, profile="wcag")
verdict: str = found.verdict + found.events[0].verdict
nits = photopic.content_light(codes, "hdr10", paper_white_nits=203)["max_cll_nits"]

photopic.develop(hdr, {"tone_map.tone_mapper": "filmic"})  # wrong
photopic.develop(hdr, {"exposure.compensation": 1.0})  # wrong
photopic.meter(hdr, {"exposure.hold": "yes"})  # wrong
photopic.compare(codes)  # wrong
photopic.compare(codes, codes, threshold=1.0)  # wrong
photopic.compare(codes, codes, mask_=None)  # wrong
adaptation.step("bright", 0.1)  # wrong
found.verdicts.add(1)  # wrong
