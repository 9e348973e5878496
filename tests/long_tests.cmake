# SPDX-License-Identifier: MIT
# List of the tests that take long and find little that others don't: daily runs leave them out, `scripts/test --full` has
# them all. Patterns of GoogleTest's filter, by what they test.
#
# The cost of a test is mostly the pipelines that it makes anew, 0.2 to 2 s each on llvmpipe with an empty shader cache.
# Of a feature, the test with the fewest variants stays.
set(validation_tests  # whose layers take their time: suite.validation and suite.opengl have them, too
  *.ValidationHasNothingToSay
  *.DebugMessagesHaveNothingToSay)
set(long_tests
  # Meter: of the large pictures the noise of all that a format holds; of splits of time those that begin on each part of
  # the curve; of weights, histogram and their product the last.
  Large/MeteringSize.*Gradient* Large/MeteringSize.*Noise*3440* Frame/MeteringSize.*2560*
  *Adaptation*Span*/4 *Adaptation*Span*/5 *Adaptation*Span*/7 *Adaptation*Span*/8 *Adaptation*Span*/10
  *Adaptation*Span*/11 *Adaptation*Span*/12
  *SameBits*/weighted *SameBits*/histogram *SameBits*/extrema
  *EveryMeter.FormatsAndSizes/single_pass_weighted Frames/Ring.*/1
  *EveryMeter.FormatsAndSizes/single_pass_histogram *EachWeight.TimesTheNext/*
  *Impulse.*SmallSize/*weighted *Impulse.*SmallSize/*histogram *Impulse.*ExactlyThatSize/*weighted
  ExposureScan.MatchesWithPercentilesWeightsLightAndReceptors
  NaiveMeters.HalfLevelsStayWithinTheDocumentedBound NaiveMeters.LinearTap
  NaiveMeters.PublishedFactorIsOffByTheMissingPasses ExposureScan.MatchesInLongShots Weights.ClassesOfAnyWidth
  # Fused pass and host's GLSL
  Fused.EveryToneMapper
  *FusedVariant.*/Histogram *FusedVariant.*/Weighted *FusedVariant.*/Extrema
  *FusedVariant.*/WeightedHistogramHalf *Operator/ToneMap.*_rgba8
  HostGlsl.SdrIs* HostGlsl.GradesAreThoseOfBakedLooks BlueNoise.Baked*
  # Overlay: curves and colours stay, each size and format once more doesn't
  OverlayPairs.AllShowWhatTheyDoAlone
  Overlay.EverySizeAndScale Overlay.NaiveIsWhatABlitChainMeters Overlay.HalfFloatOutput Overlay.StripChartHasThresholds
  OverlayGlare.Even* OverlayGlare.PlotsLevelsAndTheEye OverlayGlare.ASunIsSeenAndWhatLimitsTakeOfIt
  OverlayLocal.ColorsAreTheReferences
  Size/OverlayNumbers.AreTheOracles/1920 Size/OverlayNumbers.AreTheOracles/1366
  OverlayNits.EveryBandHasItsColor OverlayNits.WaveformCountsEveryTexel
  # Display and looks: of encodings, operators and damaged input some of each kind
  DisplayUi.Baked* DisplayUi.IsBlendedAsEncodedOverSdr DisplayAutoWhiteBalance.EstimatesTheOraclesLights
  *Display*Workgroup *Display*AnyInputIsDefined/*hlg *Display*AnyInputIsDefined/*power22
  *Display*AnyInputIsDefined/rgb10* *Display*AnyInputIsDefined/packed* *Display*AnyInputIsDefined/rgba8_hdr10
  *Display*AnyInputIsDefined/rgba8_display_p3 *Display*AnyInputIsDefined/rgba16f_linear
  *DisplayContentLight*/Encoding0 *DisplayContentLight*/Encoding1
  *DisplayContentLight*/Encoding5 *DisplayContentLight*/Encoding6 *DisplayContentLight*/Encoding7
  DisplayAutoWhiteBalance.BalancesThePicture DisplaySceneGamut.EqualsTheReferenceForWideColors
  BakedGamutMap.EqualsTheReference Baked.EveryFormatAndEncoding Baked.AnyInputIsDefined
  Baked.FusedAndWholeFramesAreThoseOfTheParts Baked.WideInputKeepsItsColors
  Baked/BakedErrors.*/aces2_srgb_33 Baked/BakedErrors.*/agx_blender_srgb_33 Baked/BakedErrors.*/pbr_neutral_srgb_33
  Baked/BakedErrors.*/gt7_hdr10_65 Baked/BakedErrors.*/gt7_srgb_65 Baked.RecordingsMayBeDropped Grade.OffShowsTheOperator
  # Effects
  Aberration.GlareKeepsLight GlarePyramid.PackedLevelsAreClose GlarePyramid.ConstantsAndLightAreKeptInFloats
  GlarePyramid.ConstantsAndLightAreKeptInLargePictures GlareMovingSun.GlowsWithoutALeastAngleAreSteady
  GlarePicture.PrimariesOfTheInputAreConverted Grain.IsAsVisibleInHdr Grain.KeepsTheMean Grain.LutsAndSharpeningKeepIt
  Flash.EveryEncodingIsUndone Sharpening.ConstantPicturesStay *LocalCurves*/1
  *LocalOnDevice.EveryProfile*/64 *LocalOnDevice.*/149 *LargeUniform*Weights
  # Embedding
  Bindings.OfEveryKindGiveTheSame Bindings.OfARecordingThatIsSubmittedAgain Of/DrawFormats.*/97 Of/DrawFormats.*/58
  Images.InGeneralAreAsInReadOnly MemoryBlocks.OfTheHostGiveTheSame
  Draw.HasEffectsWithPasses PreExposure.EffectsAndWindowSeeTheScene PreExposure.HostsExposureAndOverlay
  Samples.EdgesAreThoseOfEveryTransform Samples.AlikeShowWhatOneShows
  CInterface.OverlayIsThatOfCpp
  # Small devices: operators, of which effects show one. Shaders: whether the list of finite names has one too many.
  SmallDevice.ShowsEveryOperatorEqually NanRule.EveryNameIsNeeded
  # OpenGL, which the suite has, too
  OpenGl.FramesThroughTimeAreVulkans *OpenGlMeter.*/single_pass_histogram
  *OpenGlMeter.*/single_pass_weighted *OpenGlMeter.*/pyramid_s16
  *OpenGlMeter.*/pyramid_without_level_0 Es2Convolution.AcrossTextures Es2Convolution.ProgramsComeAndGo
  # References against what is published of them
  DisplayLut.Errors* LocalRivals.AreAsPublished ReferenceMetricsOracle.Flip
  # Metrics
  MetricsCiede2000.PlanesOfAnyKind MetricsPsnrHvs.MaskedSamplesOfPlanesAreEqual MetricsPsnrHvs.PlanesOfAnyKind
  MetricsLifetime.OfAnyMemory MetricsStrips.PlanesOfEveryOtherChroma
  # Commands: operators, which the suite has; what other commands say alike
  Backend.AShotInPartsIsThatOfOneRunOnOpenGlToo Backend.OpenGlMakesThePictureOfVulkan Develop.EveryToneMapper*
  Develop.GlareKeepsThePicturesLight
  Settings.EveryOperatorShowsTheSameGrey Shot.PartsAreTheWhole
  Pan.DarkAdaptationFollowsTheLight Pan.WhiteBalanceFollowsTheLight SinglePass.WeightsAreThoseOfTheReference
  SinglePass.PicturesOfChangingSizeAreMeteredAsIfAlone Curves.AFileDoesWhatItsOptionsDo
  Looks.AWrittenLookSaysWhatItTakesAndGives Looks.DisplayTableIsTheLast Gpgpu.BenchWritesPlotAndNumbers
  UsageError.TheEndsOfEveryRangeAreTaken UsageError.NoSettingTakesWhatIsNoNumber
  Display.DisplayP3AndHlgHoldTheirCodes Display.SequencesHoldTheSameCodes
  Looks.AWrittenLookShowsAlike Pan.LooksWhereItIsTold
  Sequence.FollowsTheModelWithEverySetting SinglePass.AnUnreadableMaskIsNamed SinglePass.AMaskIsNotOverwritten
  SinglePass.TheMaskMayBeAnyKindOfPicture SinglePass.EveryCommandTakesTheMask SinglePass.EveryCommandMetersLikeIt
  CompareCommandFolders.MemoryDoesNotGrowWithTheNumberOfPairs CompareCommandMask.OfEverythingLeavesNothingToCompare
  CompareCommandLimits.AntiAliasedEdgesMayBeIgnored
  CompareCommandLimits.AListHasItsScoresAlone CompareCommandLimits.AScoreThatIsNoNumberFails
  CompareCommandInput.MetricsOfLargerPicturesAreLeftOutOfAll CompareCommandInput.BlackFloatsHaveNoFlip
  CompareCommandVideo.LimitsAreOfEachFrame CompareCommandSizes.LongSides CompareCommandSizes.LargePicturesAreComparedWhole
  # Devices that get lost: every call of every command
  LostDevice.AtEveryCall LostDevice.OfAWindow LostDevice.OfPython
  # Scenes: large ones, and details of light; bytes of the corridor, whose pictures are goldens of the suite
  SceneShadow.ReachesThroughALargeScene SceneInterior.ARoomInALargeSceneIsDark SceneInterior.ALampShinesThroughItsOwnGlass
  SceneInterior.ARoomLooksTheSameAtAnySize SceneInterior.LampsDontShineThroughWalls
  SceneInterior.SolidsKeepTheirDarknessWhenTheyAreDoubleSided SceneInterior.SunlightOnTheGroundLightsACeiling
  SceneInterior.ARoomSmallerThanAStepIsDarkUnlessThereIsALamp SceneInterior.HalfTheSkyIsSeenFromBesideAWall
  Corridor.GivesTheSameBytesEachTime Corridor.NoTwoFacesFightForOnePlane
  # Suites
  RegressAccept.OfMergedResults RegressAccept.OfADeviceClassAlone RegressCommand.PicturesDoNotDependOnTheCasesBefore
  RegressResults.AHistoryGrowsByALineAndIsShown RegressResults.ServicesAreToldInTheirWords
  RegressResults.PicturesAreOfThoseThatFailOfAllOrOfNone RegressResume.RunsWhatHasChanged
  RegressUpdate.GoldensOfAClassAreItsOwn
  RegressUpdate.MissingMakesNewOnesAlone RegressUpdate.AChangedSizeIsAccepted
  RegressUpdate.OutsideTheSuitesFolderItNeedsAnOption RegressUpdate.AnUnreadableGoldenIsNotMissing
  RegressSpread.ResultsAreThoseOfOneDevice
  RegressCommand.RulesTakeThePlaceOfTheCases RegressAccept.OfFoldersOfPictures
  RegressAccept.OfAnotherMachineWithGoldensElsewhere RegressResults.ShardsMergeToTheWhole
  RegressResume.GoesOnWhereARunWasInterrupted RegressDevice.LostInAnUpdateKeepsTheGoldenOfThatCase
  RegressDevice.LostInACalibrationIsThatOfOneCase RegressCalibration.GoesOnAfterAnError
  RegressServe.APortThatIsTakenAndAFolderWithoutResultsAreErrors RegressElsewhere.FoldersNeedNoSuite
  Suite.KeysGoThroughAllRowsThatThereWouldBe Suite.Of10000CasesHasFewRowsAtOnce List.FitsWindowsFromPhonesTo4k
  # Viewer: each panel at the double density; wipes, of which the suite has one; and what takes minutes
  */x2 Headless.Surroundings Headless.Panoramas Headless.ScriptsChooseThePyramid Window.TinyWindows Window.BadDrops
  Live.TheDesktopsDialog Headless.BeforeAndAfter* Live.ShowsDifferences Corridor.IsWalked Live.RecordsAScript
  Live.Wipes Live.RowsOfPanels Live.HandlesAndCurves Live.ByKeyboard Live.RowsOfTheScene Live.CameraPaths Live.TheCorridorsPathIsPlayed
  Live.WheelsAndCurvesByKeyboard Live.TheSunIsDragged
  Panels.EveryOverlay Window.ALongRun Window.DoesNotGrow
  # Bench: emptying caches takes a CPU device long; bench.quick has every method, too
  Bench.*EveryFormat* Bench.EveryMethodByDefault Bench.HotAndCleanByDefault Bench.FormatAndCacheStateWinOverAll)
