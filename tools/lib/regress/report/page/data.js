// SPDX-License-Identifier: MIT
// The results, and how numbers and words of them are written.
'use strict';

const suite = JSON.parse(document.getElementById('data').textContent);

const OUTCOMES = {
  'pass': {title: 'Pass', sign: '✓'},
  'differences': {title: 'Differences', sign: '≠'},
  'no-golden': {title: 'No golden', sign: '?'},
  'mismatch': {title: 'Mismatch', sign: '↔'},
  'error': {title: 'Error', sign: '!'},
  'device-error': {title: 'Device error', sign: '‼'},
};

const PICTURES = {
  expected: 'Expected',
  actual: 'Actual',
  abs: 'Absolute',
  flip: 'FLIP',
  ssim: 'SSIM',
  ciede2000: 'ΔE₀₀ (libvmaf)',
};

const pictureTitle = (name) => PICTURES[name] ?? name;

const SHARE = 'pixels_differing_percent';

/** In words; and which factors a colour difference has: libvmaf's or CIE's. */
function scoreTitle(name) {
  if (name === SHARE) return 'Pixels that differ';
  if (name.startsWith('ciede2000')) return name + ' (kL 0.65, kC 1, kH 4)';
  return name.startsWith('delta_e2000') ? name + ' (kL = kC = kH = 1)' : name;
}

/** JSON has no infinite numbers: these are strings. */
function numberOf(value) {
  return {inf: Infinity, '-inf': -Infinity, nan: NaN}[value] ?? value;
}

const NOTHING = {
  outcome: 'pass',
  failed: false,
  must_fail: false,
  message: '',
  judged: '',
  size: [0, 0],
  golden: '',
  hash: '',
  scores: [],
  checks: [],
  tiles: [],
  histogram: [],
  pictures: [],
  output: '',
  attempts: [],
};

const textOf = (index) => index === undefined ? '' : suite.texts[index];

/** Negative numbers are as many empty bins. */
function unpackHistogram(packed) {
  return packed.flatMap((count) => count < 0 ? Array(-count).fill(0) : [count]);
}

/** A case of the page's data, which leaves out what says nothing, with all members and what follows from them. */
function unpack(packed, index) {
  const result = {...NOTHING, ...packed, index};
  [result.width, result.height] = result.size;
  result.acceptable = result.accept !== undefined;  // the hash of the picture to accept
  result.rules = textOf(packed.rules);
  result.golden_key = textOf(packed.golden_key);
  result.duration_s = numberOf(packed.time) / 1000;
  result.scores = new Map();
  for (let at = 0; at < (packed.scores?.length ?? 0); at += 2) {
    result.scores.set(textOf(packed.scores[at]), numberOf(packed.scores[at + 1]));
  }
  result.checks = result.checks.map(([text, value, threshold, margin, holds]) => ({
    text: textOf(text),
    value: numberOf(value),
    threshold: numberOf(threshold),
    margin: numberOf(margin),
    holds: holds === 1,
  }));
  result.attempts = result.attempts.map(
      ([outcome, message, checks, file, output]) => ({outcome, message, checks: checks.map(textOf), file, output}));
  result.flaky = result.attempts.length > 0 && !result.failed;
  result.worst_tiles = result.tiles.map(
      ([x, y, width, height, error]) => ({x, y, width, height, mean_squared_error: numberOf(error)}));
  result.pictures = result.pictures.map(
      ([name, file, problem = ''], at) => ({name, file, problem, id: `picture-${index}-${at}`}));
  // NaN holds no bound: nothing is further outside.
  const margins = result.checks.map((check) => Number.isNaN(check.margin) ? -Infinity : check.margin);
  result.margin = margins.length > 0 ? margins.reduce((least, margin) => Math.min(least, margin)) : undefined;
  result.marginCheck = result.checks[margins.indexOf(result.margin)];
  result.searched = [
    result.name,
    result.message,
    result.rules,
    result.golden,
    result.golden_key,
    ...result.checks.map((check) => check.text),
  ].join('\n').toLowerCase();
  return result;
}
suite.cases = suite.cases.map(unpack);
suite.duration_s = numberOf(suite.duration_s);
suite.unused_goldens = suite.unused_goldens.map(([file, hash]) => ({file, hash, isRemoved: false}));

const picture = (result, name) => result.pictures.find((candidate) => candidate.name === name);
const mapsOf = (result) => result.pictures.filter(({name}) => name !== 'actual' && name !== 'expected');

/** Why a case has no pictures. */
const pictureless = (result) =>
    result.failed ? 'This case has no pictures.' : 'No pictures are kept of cases that pass (--artifacts).';

/** Of a case whose inputs are those of an earlier run. */
const unchangedText = (result) => 'unchanged since ' + result.judged + ', not run again';

/** A case's outcome in words and a sign; one that must fail, and does, has passed. Accepted ones are said to be that. */
function outcomeOf(result) {
  if (result.isAccepted) return {title: 'Accepted', sign: '✓', failed: false};
  const outcome = OUTCOMES[result.outcome] ?? {title: result.outcome, sign: '!'};
  if (result.must_fail && !result.failed) return {title: 'Fails as it must', sign: '✓', failed: false};
  if (result.must_fail && result.outcome === 'pass') return {title: 'Passes, must fail', sign: '✗', failed: true};
  if (result.flaky) return {title: 'Flaky', sign: '~', failed: false};
  const broken = result.checks.filter((check) => !check.holds);
  if (result.outcome === 'differences' && broken.length > 0 && broken.every(isFlashCheck))
    return {title: 'Flashes', sign: '✗', failed: true};
  return {title: outcome.title, sign: outcome.sign, failed: result.failed};
}

const MINUS = '−';
const signed = (text) => text.replace('-', MINUS);

function formatNumber(value) {
  if (value === undefined || value === null) return '–';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : MINUS + '∞';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return signed(value.toExponential(2));
  if (Number.isInteger(value)) return signed(value.toLocaleString('en-GB'));
  return signed(size >= 1000 ? value.toFixed(1) : Number(value.toPrecision(5)).toString());
}

/** Of a share, 0 to 100. */
const formatPercent = (percent) =>
    Number.isFinite(percent) ? Number(percent.toPrecision(3)).toLocaleString('en-GB') + ' %' : formatNumber(percent);

const formatScore = (name, value) =>
    name === SHARE && value !== undefined ? formatPercent(value) : formatNumber(value);

const isFlashCheck = ({text}) => text.startsWith('flash_verdict');

/** "12 % within", "3 % beyond", "15 × the limit"; where the threshold is 0 or a verdict, "2 beyond". */
function formatMargin(check) {
  const {margin, threshold, value} = check;
  if (Number.isNaN(value)) return 'not a number';
  const side = margin < 0 ? ' beyond' : ' within';
  if (threshold === 0 || isFlashCheck(check)) return formatNumber(Math.abs(margin)) + side;
  const times = value / threshold;
  if (margin < 0 && times >= 10) return formatNumber(Number(times.toPrecision(3))) + ' × the limit';
  return formatPercent(100 * Math.abs(margin)) + side;
}

const sizeText = ([width, height]) => width > 0 ? width + ' × ' + height : '–';

function formatTime(seconds) {
  if (!Number.isFinite(seconds)) return formatNumber(seconds);
  if (seconds < 1) return Math.round(1000 * seconds) + ' ms';
  if (seconds < 60) return seconds.toFixed(2) + ' s';
  const whole = Math.round(seconds);
  return Math.floor(whole / 60) + ' min ' + whole % 60 + ' s';
}

const counted = (count, one, many = one + 's') => count.toLocaleString('en-GB') + ' ' + (count === 1 ? one : many);
