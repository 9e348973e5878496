// SPDX-License-Identifier: MIT
// Histogram of pixels by how wrong they are: bars on a logarithmic scale.

function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

const superscript = (number) => Array.from(String(number), (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
const powerText = (power) => power < 6 ? (10 ** power).toLocaleString('en-GB') : '10' + superscript(power);

/** Drawn for `shownWidth` CSS pixels, so that its letters are as large as all others. */
function drawHistogram(counts, shownWidth) {
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
  const [width, height] = [shownWidth / unit, 220];
  const [left, right, top, bottom] = [64, 12, 10, 44];
  const last = [15, 31, 63, 127, 255].find((code) => code >= counts.length - 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const powers = Math.max(Math.ceil(Math.log10(Math.max(...counts))), 1);
  const base = -0.3;  // below a single pixel, which must be seen too
  const x = (code) => left + code / (last + 1) * (width - left - right);
  const y = (power) => height - bottom - (power - base) / (powers - base) * (height - top - bottom);
  const chart = svg('svg', {
    class: 'histogram',
    width: shownWidth,
    height: height * unit,
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': 'Error histogram: ' + counted(total - (counts[0] ?? 0), 'pixel') + ' of ' +
        total.toLocaleString('en-GB') + ' differ, by ' + counted(counts.length - 1, 'code') + ' at most',
  });
  const step = powers > 5 ? 2 : 1;
  for (let power = 0; power <= powers; power += step) {
    chart.append(
        svg('line', {class: 'grid', x1: left, x2: width - right, y1: y(power), y2: y(power)}),
        svg('text', {class: 'tick', x: left - 8, y: y(power) + 4, 'text-anchor': 'end'}, powerText(power)));
  }
  const ticks = width < 480 ? 4 : 8;
  for (let i = 0; i <= ticks; ++i) {
    const code = i === ticks ? last : Math.round(i * (last + 1) / ticks);
    chart.append(
        svg('text', {class: 'tick', x: x(code + 0.5), y: height - bottom + 17, 'text-anchor': 'middle'}, code));
  }
  const gap = (width - left - right) / (last + 1) > 5 ? 1.5 : 0.25;
  counts.forEach((count, code) => {
    if (count === 0) return;
    const share = formatNumber(Number((100 * count / total).toPrecision(3)));
    chart.append(
        svg('rect', {
          class: code === 0 ? 'bar-equal' : 'bar-wrong',
          'data-code': code,
          x: x(code) + gap / 2,
          width: x(code + 1) - x(code) - gap,
          y: y(Math.log10(count)),
          height: y(base) - y(Math.log10(count))
        },
            svg('title', {}, `${counted(code, 'code')}: ${counted(count, 'pixel')}, ${share} %`)));
  });
  chart.append(
      svg('line', {class: 'axis', x1: left, x2: width - right, y1: y(base), y2: y(base)}),
      svg('text', {class: 'label', x: left + (width - left - right) / 2, y: height - 6, 'text-anchor': 'middle'},
          'Largest error of a pixel’s channels, 8-bit codes'),
      svg('text', {
        class: 'label',
        x: 0,
        y: 0,
        'text-anchor': 'middle',
        transform: `translate(14 ${(y(base) + top) / 2}) rotate(-90)`
      },
          'Pixels'));
  return chart;
}
