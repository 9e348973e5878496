# SPDX-License-Identifier: MIT
# Lists of tests that drivers.cmake leaves out, left_out_DEVICE_PROGRAM, each with its reason. Most of them ask for what
# the device refuses by name (docs/embedding-reference.md, Limits and Device requirements): no number is wrong.

# ---- the least of Vulkan 1.2 ----------------------------------------------------------------------------------------
set(left_out_limits_gpu
  # DebugOverlay and FlashAnalyser: 256 invocations
  *Overlay*.* Flash.* FlashArguments.* PreExposure.HostsExposureAndOverlay
  # Workgroups of 256 invocations, which the test asks for, or which are the default of NaiveMeter
  *pyramid_s16*
  NaiveMeters.LinearTap NaiveMeters.PublishedFactorIsOffByTheMissingPasses
  # Pictures wider than 4096 texels
  */MeteringSize.*/1x4097_* */MeteringSize.*/16384x3_* ScaledDraws.AreExactInLargePictures
  SinglePass.TakesNoMemoryWorthNaming
  # Sharpening in tiles has 256 invocations; small devices have the picture of signals, which one test compares it with,
  # and which lets the other one's picture be in place
  GpuVariants.SharpeningInTilesIsThatOfSignals GpuVariants.SharpeningInTilesNeedsTwoImagesUnlessGlareIsOn)
set(left_out_limits_metrics
  # 256 invocations: every metric but errors, ssim, ssim-auto, ms-ssim and flip. Some of these tests measure all metrics
  MetricsCiede*.* MetricsPsnr*.* MetricsCluster.* MetricsErrorTiles.* MetricsSsimTiles.* MetricsFlipTiles.*
  MetricsErrorEdges.AreThoseOfTheReference MetricsErrorEdges.OfADiscAreForgivenAndADotIsNot MetricsOracle.PsnrAndMoments
  MetricsStrips.EveryMetricOfCodes MetricsStrips.SumsOfGroupsWithSeveralTiles MetricsStrips.ColumnsOfLongRows
  MetricsStrips.Masks MetricsStrips.NarrowAndLowPictures MetricsStrips.Floats MetricsStrips.PlanesOfHalfTheChroma
  MetricsStrips.PlanesOfEveryOtherChroma
  MetricsStrips.SixteenBits MetricsStrips.ShiftsAndAntialiasedEdges MetricsStrips.SlotsInTurn
  MetricsStrips.SmallerPicturesThanTheLargest MetricsPlan.SmallDevicesGiveTheSame MetricsPlan.StaysWithinMemory
  MetricsPlan.InC MetricsArguments.AnySizeIsCreated MetricsErrors.MaskedPixelsAreLeftOut
  MetricsErrors.PlanesHaveSizesAndResultsOfTheirOwn MetricsErrors.SmallerPicturesThanTheLargest MetricsLifetime.*
  */FailingMetrics.EveryCallOfCreate/1 */FailingMetrics.EveryCallOfCreate/5 */FailingMetrics.EveryCallOfCreate/6
  */FailingMetrics.EveryCallOfCreate/7)
set(left_out_limits_python
  # psnr, ciede2000 and tiles, which compare() measures by default, and so does the fixture picture_regression
  test_compare_has_all_metrics_by_default test_thresholds_count test_alpha_is_seen_whatever_is_measured
  test_names_are_known_before test_values_that_count_nothing_are_warned_of "ValueError-shift_radius"
  picture_regression_test.py
  # FlashAnalyser
  test_a_strobe_fails test_what_is_still_passes test_red_flashes_by_the_profiles test_light_of_floats_is_in_units
  test_what_is_wrong_with_flashes_is_named)

# ---- without int64, doubles, push descriptors and extended formats --------------------------------------------------
set(left_out_plain_gpu
  # Glare's packed levels, B10G11R11: an extended format
  GlarePyramid.PackedLevelsAreClose GlareLight.NumbersThatAreNoLightScatterNothing GlareLight.BlackStaysBlack
  GlareLight.SunsOf65504AreCutToWhatPackedLevelsHold GpuVariants.WideTailOfGlareHasTheSameBits
  GpuVariants.GlareInHalvesIsWithinACode SmallDevice.ShowsGlareEqually)

# ---- SwiftShader ----------------------------------------------------------------------------------------------------
set(left_out_swiftshader_gpu
  # Halves below 2^-14 become 0 where they are packed
  HalfStore.IsSoByPackingWhichNvidiaDoesBest
  # Infinity becomes NaN where it is drawn
  Resolve.InfinityIsTheLargestHalf)
set(left_out_swiftshader_cli
  # SwiftShader keeps its memory in a file: the limit of the process on the size of files ends it (SIGBUS)
  OutputError.FileSizeLimit OutputError.AGoodFileSurvivesAFailedRun
  # The same bits of OpenGL and Vulkan, which one compiler makes: OpenGL is llvmpipe's here
  Backend.OpenGlMakesThePictureOfVulkan)
