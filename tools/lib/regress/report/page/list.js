// SPDX-License-Identifier: MIT
// The table of cases: filters, order, rows.

const list = {
  outcome: 'all',
  text: '',
  score: '',
  sort: {key: 'severity', descending: false},
  grouped: false,
  opened: new Set(),  // hashes of the groups whose cases are all shown
  shown: [],          // cases in the order of the rows, those of closed groups too
  lines: [],          // rows that there would be: {result, group}, of a group's first case the group
  rows: new Map(),    // those that there are, by index of the line: the ones near the window
  scroll: 0,
};

const collator = new Intl.Collator('en', {numeric: true});

/** Numbers ascending; NaN and what isn't there stand last whichever way the column is sorted. */
function compareNumbers(a, b, descending) {
  const rank = (value) => value === undefined || Number.isNaN(value) ? 1 : 0;
  if (rank(a) !== 0 || rank(b) !== 0) return rank(a) - rank(b);
  if (a === b) return 0;
  return (a < b) === descending ? 1 : -1;
}

/** How far a case is from the other verdict: that of one that must fail is turned around. */
function distance(result) {
  if (result.margin === undefined) return result.failed ? -Infinity : Infinity;
  return result.must_fail ? -result.margin : result.margin;
}

const ORDERS = {
  severity: (a, b, descending) => {
    const worse = Number(b.failed) - Number(a.failed) || compareNumbers(distance(a), distance(b), false);
    return descending ? -worse : worse;
  },
  name: (a, b, descending) => (descending ? -1 : 1) * collator.compare(a.name, b.name),
  margin: (a, b, descending) => compareNumbers(a.margin, b.margin, descending),
  score: (a, b, descending) => compareNumbers(a.scores.get(list.score), b.scores.get(list.score), descending),
  time: (a, b, descending) => compareNumbers(a.duration_s, b.duration_s, descending),
};

const FILTERS = new Map([
  ['all', {title: 'All', matches: () => true}],
  ['failing', {title: 'Failing', matches: (result) => result.failed}],
  ['passing', {title: 'Passing', matches: (result) => !result.failed}],
  ['flaky', {title: 'Flaky', matches: (result) => result.flaky}],
  ['unchanged', {title: 'Unchanged', matches: (result) => result.judged !== ''}],
  ...Object.entries(OUTCOMES)
      .filter(([name]) => name !== 'pass')
      .map(([name, {title}]) => [name, {title, matches: (result) => result.outcome === name}]),
]);

const scoreText = (result) => formatScore(list.score, result.scores.get(list.score));

/** A name whose end is seen where it is too long: folders of cases are often alike. */
function cutName(name) {
  const letters = typeof Intl.Segmenter === 'function' ?
      Array.from(new Intl.Segmenter().segment(name), ({segment}) => segment) :
      Array.from(name);
  if (letters.length <= 24) return bdi(name);
  const end = Math.max(letters.length - 18, Math.ceil(letters.length / 2));
  return bdi(
      '', {class: 'cut'}, element('span', {class: 'cut-start'}, letters.slice(0, end).join('')),
      element('span', {class: 'cut-end'}, letters.slice(end).join('')));
}

/** A button that shows or hides the rest of a group. */
function groupButton(group) {
  const {hash} = group[0];
  const isOpen = list.opened.has(hash);
  const button = element(
      'button', {type: 'button', class: 'group', 'aria-expanded': String(isOpen)},
      element('span', {'aria-hidden': 'true'}, isOpen ? '▾' : '▸'), ' ' + counted(group.length, 'case') + ' alike');
  button.onclick = () => {
    if (!list.opened.delete(hash)) list.opened.add(hash);
    updateList();
    document.querySelector(`[data-hash="${hash}"] .group`)?.focus({preventScroll: true});
  };
  return button;
}

function makeRow({result, group}, index) {
  const margin = element('td', {class: 'column-margin'});
  if (result.margin !== undefined) {
    margin.append(element(
        'span', {class: 'margin', title: result.marginCheck.text}, marginBar(result.margin),
        element('span', {class: 'margin-text'}, formatMargin(result.marginCheck))));
  } else {
    margin.append(element('span', {class: 'faint'}, '–'));
  }
  const link = element('a', {href: caseHash({name: result.name}), title: result.name}, cutName(result.name));
  const maps = mapsOf(result);
  const difference = maps.find(({name}) => name === 'abs') ?? maps[0];
  const box = group === undefined ? tickBox('Tick ' + result.name, () => [result]) :
                                    tickBox('Tick the group of ' + result.name, () => group);
  const row = element(
      'tr', {
        'aria-rowindex': String(index + 2),
        'data-hash': group === undefined ? undefined : result.hash,
        class: list.grouped && group === undefined && list.opened.has(result.hash) ? 'member' : undefined
      },
      element('td', {class: 'column-tick'}, element('label', {class: 'tick-place'}, box)),
      element(
          'td', {class: 'column-pictures'},
          result.pictures.length === 0 ?
              element('div', {class: 'pictureless'}, pictureless(result)) :
              element(
                  'div', {class: 'thumbnails'}, thumbnail(picture(result, 'expected'), 'Expected'),
                  thumbnail(picture(result, 'actual'), 'Actual'), thumbnail(difference, 'Difference'))),
      element(
          'td', {class: 'column-name'}, element('div', {class: 'name'}, link),
          result.message === '' ? '' : element('div', {class: 'message', title: result.message}, bdi(result.message)),
          result.judged === '' ? '' : element('div', {class: 'message'}, unchangedText(result))),
      element('td', {class: 'column-outcome'}, badge(result), group === undefined ? '' : groupButton(group)),
      element('td', {class: 'column-trend'}, suite.past.length === 0 ? '' : trendStrip(result)), margin,
      element('td', {class: 'column-score number'}, scoreText(result)),
      element('td', {class: 'column-time number'}, formatTime(result.duration_s)));
  link.onclick = (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openCase(result.name);
  };
  return row;
}

// ---- rows near the window -------------------------------------------------------------------------------------------

const SPARE_ROWS = 6;

/** As list.css has it: all rows are equally high. */
function rowHeight() {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue('--row-rem')) * parseFloat(style.fontSize);
}

/** Where the first line is or would be, from the window's upper edge. */
function linesTop() {
  const above = byId('above');
  return (above.hidden ? byId('rows') : above).getBoundingClientRect().top;
}

/** Makes the rows that are missing near the window and lets go of the others: of ten thousand cases a screenful. */
function showRows() {
  if (byId('list-page').hidden) return;
  const height = rowHeight();
  const top = linesTop();
  const within = (index) => Math.min(Math.max(index, 0), list.lines.length);
  const first = within(Math.floor(-top / height) - SPARE_ROWS);
  const last = within(Math.ceil((window.innerHeight - top) / height) + SPARE_ROWS);
  for (const [index, row] of list.rows) {
    if (index >= first && index < last) continue;
    row.remove();
    list.rows.delete(index);
  }
  let before = byId('rows').firstElementChild;
  for (let index = first; index < last; ++index) {
    const known = list.rows.get(index);
    const row = known ?? makeRow(list.lines[index], index);
    if (known === undefined) byId('rows').insertBefore(row, before);
    list.rows.set(index, row);
    before = row.nextElementSibling;
  }
  const space = (id, lines) => {
    byId(id).hidden = lines === 0;
    byId(id).firstElementChild.style.height = lines * height + 'px';
  };
  space('above', first);
  space('below', list.lines.length - last);
}

/** Scrolls as little as it takes to see a line, and gives its row the focus. */
function focusLine(index) {
  const height = rowHeight();
  const top = linesTop() + index * height;
  const upper = document.querySelector('.toolbar').getBoundingClientRect().height;
  const bar = byId('accept-bar');
  const lower = window.innerHeight - (bar.hidden ? 0 : bar.getBoundingClientRect().height);
  if (top < upper)
    window.scrollBy(0, top - upper);
  else if (top + height > lower)
    window.scrollBy(0, top + height - lower);
  showRows();
  list.rows.get(index)?.querySelector('a').focus({preventScroll: true});
}

const focusedLine = () =>
    Array.from(list.rows).find(([, row]) => row.contains(document.activeElement))?.[0];

/** Moves the focus by `step` rows; if none has it, to the first that is seen. */
function focusRow(step) {
  if (list.lines.length === 0) return;
  const seen = Math.ceil((document.querySelector('.toolbar').getBoundingClientRect().height - linesTop()) / rowHeight());
  const at = focusedLine();
  const wanted = at === undefined ? seen : at + step;
  focusLine(Math.min(Math.max(wanted, 0), list.lines.length - 1));
}

function focusCase(result) {
  const index = list.lines.findIndex(
      (line) => line.result === result || (line.group?.includes(result) && !list.opened.has(result.hash)));
  if (index >= 0) focusLine(index);
}

function tickFocused() {
  list.rows.get(focusedLine())?.querySelector('.tick').click();
}

// ---- order ----------------------------------------------------------------------------------------------------------

function showOrder() {
  for (const button of document.querySelectorAll('[data-sort]')) {
    const sorted = button.dataset.sort === list.sort.key;
    const heading = button.closest('th');
    if (sorted)
      heading.setAttribute('aria-sort', list.sort.descending ? 'descending' : 'ascending');
    else
      heading.removeAttribute('aria-sort');
  }
}

/** Brings cases with the same difference together, each group where its first case is, and makes the lines. */
function groupShown() {
  const groups = new Map();
  for (const result of list.shown) {
    const key = list.grouped && result.hash !== '' ? result.hash : result;
    groups.set(key, [...groups.get(key) ?? [], result]);
  }
  list.shown = Array.from(groups.values()).flat();
  list.lines = [];
  for (const [key, group] of groups) {
    list.lines.push({result: group[0], group: group.length > 1 ? group : undefined});
    if (list.opened.has(key)) list.lines.push(...group.slice(1).map((result) => ({result})));
  }
}

/** Filters and sorts. */
function updateList() {
  const words = list.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const {matches} = FILTERS.get(list.outcome);
  const order = ORDERS[list.sort.key];
  list.shown = suite.cases.filter((result) => matches(result) && words.every((word) => result.searched.includes(word)))
                   .sort((a, b) => order(a, b, list.sort.descending) || a.index - b.index);
  groupShown();
  list.rows.clear();
  byId('rows').replaceChildren();
  byId('cases').setAttribute('aria-rowcount', String(list.lines.length + 1));
  showRows();
  showTicks();
  showOrder();
  const none = byId('none');
  none.hidden = list.shown.length > 0;
  none.textContent = suite.cases.length === 0 ? 'The suite has no cases.' : 'No case matches the filter.';
  for (const chip of byId('outcomes').children) {
    chip.setAttribute('aria-pressed', String(chip.dataset.outcome === list.outcome));
  }
}

function makeChips() {
  for (const [name, {title, matches}] of FILTERS) {
    const count = suite.cases.filter(matches).length;
    if (count === 0 && !['all', 'failing', 'passing'].includes(name)) continue;
    const sign = OUTCOMES[name]?.sign ?? {failing: '✗', passing: '✓', flaky: '~', unchanged: '='}[name];
    const chip = element(
        'button', {type: 'button', class: 'chip', 'data-outcome': name},
        sign === undefined ? '' : element('span', {class: 'sign', 'aria-hidden': 'true'}, sign), title,
        element('span', {class: 'count'}, count.toLocaleString('en-GB')));
    chip.onclick = () => {
      list.outcome = name;
      updateList();
      announce(counted(list.shown.length, 'case'));
    };
    byId('outcomes').append(chip);
  }
}

function makeScores() {
  const names = new Set();
  for (const result of suite.cases) {
    for (const name of result.scores.keys()) names.add(name);
  }
  const sorted = names.delete(SHARE) ? [SHARE, ...names] : Array.from(names);
  const select = byId('score');
  select.append(...sorted.map((name) => element('option', {value: name}, scoreTitle(name))));
  select.closest('label').hidden = sorted.length === 0;
  document.body.classList.toggle('no-scores', sorted.length === 0);
  list.score = sorted[0] ?? '';
  const update = () => {
    byId('score-heading').textContent = list.score === '' ? 'Score' : scoreTitle(list.score);
  };
  select.onchange = () => {
    list.score = select.value;
    update();
    for (const [index, row] of list.rows) {
      row.querySelector('.column-score').textContent = scoreText(list.lines[index].result);
    }
    if (list.sort.key === 'score') updateList();
  };
  update();
}

/** The button is there if two differences are the same. */
function makeGroups() {
  const hashes = suite.cases.map(({hash}) => hash).filter((hash) => hash !== '');
  const button = byId('grouped');
  button.hidden = new Set(hashes).size === hashes.length;
  button.onclick = () => {
    list.grouped = !list.grouped;
    button.setAttribute('aria-pressed', String(list.grouped));
    updateList();
    announce(counted(list.lines.length, 'row'));
  };
}

function makeList() {
  document.body.classList.toggle('no-past', suite.past.length === 0);
  makeScores();
  makeChips();
  makeGroups();
  for (const button of document.querySelectorAll('[data-sort]')) {
    button.onclick = () => {
      const key = button.dataset.sort;
      list.sort = {key, descending: list.sort.key === key && !list.sort.descending};
      updateList();
      announce('Sorted by ' + button.textContent + (list.sort.descending ? ', descending' : ''));
    };
  }
  byId('search').oninput = (event) => {
    list.text = event.target.value;
    updateList();
  };
  let frame;
  const later = () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      showRows();
    });
  };
  window.addEventListener('scroll', later, {passive: true});
  window.addEventListener('resize', later);
  updateList();
}
