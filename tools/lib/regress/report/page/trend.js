// SPDX-License-Identifier: MIT
// Earlier runs of a case: a strip of outcomes, and margins as a line.

const OUTCOME_NAMES = Object.keys(OUTCOMES);

/** Runs of a case, oldest first, this one last: {started, outcome, failed, margin}; outcome undefined: not run. */
function runsOf(result) {
  if (result.trend === undefined) return [];
  const past = Array.from(result.trend, (digit, index) => {
    const outcome = OUTCOME_NAMES[digit];
    const margin = result.margins === undefined ? result.margin : numberOf(result.margins[index]) ?? undefined;
    return {started: suite.past[index], outcome, failed: outcome !== 'pass', margin};
  });
  const {outcome, failed, margin} = result;
  return [...past, {started: suite.started, outcome, failed, margin}];
}

function trendText(runs) {
  const all = runs.filter(({outcome}) => outcome !== undefined);
  return all.filter(({failed}) => failed).length + ' of the last ' + counted(all.length, 'run') + ' failed';
}

/** One element, whose background has a cell for each run. */
function trendStrip(result) {
  const runs = runsOf(result);
  if (runs.length === 0) return element('span', {class: 'faint'}, '–');
  const strip = element('span', {class: 'strip', role: 'img', 'aria-label': trendText(runs), title: trendText(runs)});
  const stops = runs.flatMap(({outcome, failed}, index) => {
    const [begin, end] = [100 * index / runs.length, 100 * (index + 1) / runs.length];
    const color = outcome === undefined ? 'transparent' : failed ? 'var(--bad)' : 'var(--good)';
    const gap = (end - begin) / 5;
    return [`${color} ${begin}% ${end - gap}%`, `transparent ${end - gap}% ${end}%`];
  });
  strip.style.backgroundImage = `linear-gradient(to right, ${stops.join(', ')})`;
  return strip;
}

/** The least margins over the runs; those of more than 100 % are drawn as 100 %. */
function drawTrend(result) {
  const runs = runsOf(result);
  const [width, height, edge] = [640, 120, 10];
  const x = (index) => edge + index / (runs.length - 1) * (width - 2 * edge);
  const sizes = runs.map(({margin}) => Math.abs(margin ?? 0)).filter(Number.isFinite);
  const reach = Math.min(Math.max(...sizes, 1e-6), 1);
  const y = (margin) => height / 2 - Math.min(Math.max(margin / reach, -1), 1) * (height / 2 - edge);
  const isDrawn = ({outcome, margin}) => outcome !== undefined && margin !== undefined;
  const points = runs.map((run, index) => isDrawn(run) ? `${x(index)},${y(run.margin)}` : '');
  const chart = svg(
      'svg', {class: 'trend', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': trendText(runs)},
      svg('line', {class: 'axis', x1: 0, x2: width, y1: height / 2, y2: height / 2}),
      svg('polyline', {class: 'line', points: points.filter((point) => point !== '').join(' ')}));
  runs.forEach(({started, outcome, failed, margin}, index) => {
    if (outcome === undefined) return;
    const text = started + ': ' + OUTCOMES[outcome].title + (margin === undefined ? '' : ', margin ' + formatNumber(margin));
    chart.append(
        svg('circle', {class: failed ? 'bad' : 'good', cx: x(index), cy: y(margin ?? 0), r: 4}, svg('title', {}, text)));
  });
  return chart;
}
