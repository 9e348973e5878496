// SPDX-License-Identifier: MIT
// Tables and texts beside and below the pictures of a case.

const section = (title, ...children) => element('section', {class: 'card'}, element('h2', {}, title), ...children);

function checksTable(result) {
  const headings = [['', ''], ['Check', ''], ['Value', 'number'], ['Threshold', 'number'], ['Margin', '']];
  const rows = result.checks.map(
      (check) => element(
          'tr', {class: check.holds ? 'good' : 'bad'},
          element(
              'td', {class: 'sign-cell'},
              element(
                  'span', {class: 'sign', role: 'img', 'aria-label': check.holds ? 'holds' : 'doesn’t hold'},
                  check.holds ? '✓' : '✗')),
          element('td', {class: 'check-text'}, bdi(check.text)),
          element('td', {class: 'number'}, formatNumber(check.value)),
          element('td', {class: 'number'}, formatNumber(check.threshold)),
          element(
              'td', {class: 'check-margin'},
              element(
                  'span', {class: 'margin'}, marginBar(check.margin),
                  element('span', {class: 'margin-text'}, formatMargin(check))))));
  return element(
      'table', {class: 'checks', id: 'checks'},
      element(
          'thead', {},
          element(
              'tr', {},
              ...headings.map(
                  ([title, kind]) => title === '' ? element('td', {class: 'sign-cell'}) :
                                                    element('th', {scope: 'col', class: kind || undefined}, title)))),
      element('tbody', {}, ...rows));
}

function showEvidence(result) {
  const evidence = byId('evidence');
  evidence.replaceChildren();
  if (result.checks.length > 0 || result.rules !== '') {
    evidence.append(section(
        'Checks', result.rules === '' ? '' : element('p', {class: 'rules', id: 'rules'}, bdi(result.rules)),
        result.checks.length > 0 ? checksTable(result) : element('p', {class: 'faint'}, 'Nothing was compared.')));
  }
  if (result.trend !== undefined) {
    evidence.append(section(
        'Earlier runs', element('p', {class: 'faint', id: 'trend-text'}, trendText(runsOf(result)) + '; least margins'),
        drawTrend(result)));
  }
  if (result.histogram.length > 0) {
    const holder = element('div', {class: 'histogram-holder', id: 'histogram'});
    evidence.append(section('Error histogram', holder));
    histogramObserver.disconnect();
    histogramObserver.observe(holder);
    holder.counts = unpackHistogram(result.histogram);
  }
}

const histogramObserver = new ResizeObserver((entries) => {
  for (const {target, contentRect} of entries) {
    const width = Math.floor(contentRect.width);
    if (width < 100 || target.drawnWidth === width) continue;
    target.drawnWidth = width;
    target.replaceChildren(drawHistogram(target.counts, width));
  }
});

function tilesList(result) {
  const worst = result.worst_tiles[0].mean_squared_error;
  return element('ol', {class: 'tiles', id: 'tiles'}, ...result.worst_tiles.map((tile, index) => {
    const fill = element('span', {class: 'tile-fill'});
    fill.style.width = (worst > 0 ? 100 * tile.mean_squared_error / worst : 0) + '%';
    return element(
        'li', {},
        element(
            'button', {type: 'button', title: 'Show this tile', onclick: () => zoomToTile(tile)},
            element('span', {class: 'tile-index'}, String(index + 1)),
            element('span', {class: 'tile-place'}, tile.x + ', ' + tile.y),
            element('span', {class: 'faint'}, tile.width + ' × ' + tile.height),
            element('span', {class: 'tile-bar', 'aria-hidden': 'true'}, fill),
            element('span', {class: 'tile-error'}, formatNumber(Number(tile.mean_squared_error.toPrecision(4))))));
  }));
}

/** Tries that failed before the last one. */
function attemptsList(result) {
  return element('ol', {class: 'attempts', id: 'attempts'}, ...result.attempts.map((attempt) => {
    const {title, sign} = OUTCOMES[attempt.outcome];
    const reasons = [attempt.message, ...attempt.checks].filter((text) => text !== '');
    return element(
        'li', {}, element('span', {class: 'sign', 'aria-hidden': 'true'}, sign), ' ' + title,
        ...reasons.map((text) => element('div', {class: 'check-text'}, bdi(text))),
        attempt.file === '' || suite.embedded ? '' : element('a', {href: linkTo(attempt.file)}, 'Its picture'),
        attempt.output === '' ? '' : element('pre', {class: 'output'}, bdi(attempt.output)));
  }));
}

function showSummary(result) {
  const hasGolden = result.golden !== '';
  const parts = [];
  if (result.message !== '') {
    const bad = outcomeOf(result).failed;
    parts.push(element('p', {class: 'verdict-message ' + (bad ? 'bad' : ''), id: 'message'}, bdi(result.message)));
  }
  if (result.acceptable) {
    parts.push(section(
        'Accept the actual picture', acceptBox([result], 'Copy the command for this case'),
        element('label', {class: 'tick-case'}, tickBox('', () => [result]), 'Ticked, for one command with others')));
  }
  parts.push(section(
      'Case',
      element(
          'dl', {class: 'facts-list', id: 'case-facts'},
          termAndText('Golden', hasGolden ? element('code', {}, bdi(result.golden)) : 'none'),
          hasGolden ? termAndText('Golden for', result.golden_key === '' ? 'all devices' : bdi(result.golden_key)) : '',
          termAndText('Size', sizeText(result.size)),
          result.golden_size === undefined ? '' : termAndText('Golden’s size', sizeText(result.golden_size)),
          termAndText('Time', formatTime(result.duration_s)),
          result.judged === '' ? '' : termAndText('Inputs', unchangedText(result)),
          result.must_fail ? termAndText('Must fail', 'yes: it passes when its rules don’t hold') : '')));
  if (result.attempts.length > 0) {
    const passed = result.failed ? 'All attempts failed; before the one that is shown:' : 'Before it passed:';
    parts.push(section('Attempts', element('p', {class: 'faint'}, passed), attemptsList(result)));
  }
  if (result.output !== '') {
    parts.push(section('Printed by the command', element('pre', {class: 'output', id: 'output'}, bdi(result.output))));
  }
  if (result.worst_tiles.length > 0) {
    parts.push(
        section('Worst tiles', element('p', {class: 'tiles-head faint'}, 'by mean squared error'), tilesList(result)));
  }
  if (result.scores.size > 0) {
    parts.push(section(
        'Scores',
        element(
            'table', {class: 'scores', id: 'scores'},
            element(
                'tbody', {},
                ...Array.from(
                    result.scores,
                    ([name, value]) => element(
                        'tr', {}, element('th', {scope: 'row'}, bdi(scoreTitle(name))),
                        element('td', {class: 'number'}, formatScore(name, value))))))));
  }
  byId('summary').replaceChildren(...parts);
}

function showHead(result) {
  byId('case-name').replaceChildren(bdi(result.name));
  byId('case-outcome').replaceChildren(badge(result));
  const at = list.shown.indexOf(result);
  byId('case-position').textContent =
      at < 0 ? '' : (at + 1).toLocaleString('en-GB') + ' of ' + list.shown.length.toLocaleString('en-GB');
  byId('previous').disabled = at === 0;
  byId('next').disabled = at >= 0 && at === list.shown.length - 1;
}

function showCase(result, view, map) {
  showHead(result);
  showSummary(result);
  showEvidence(result);
  showStage(result, view, map);
}
