// SPDX-License-Identifier: MIT
// The table of cases: filters, order, rows.

const list = {
  outcome: 'all',
  text: '',
  score: '',
  sort: {key: 'severity', descending: false},
  shown: [],        // cases in the order of the rows
  rows: new Map(),  // by case
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
  ...Object.entries(OUTCOMES)
      .filter(([name]) => name !== 'pass')
      .map(([name, {title}]) => [name, {title, matches: (result) => result.outcome === name}]),
]);

function scoreText(result) {
  return formatNumber(result.scores.get(list.score));
}

function makeRow(result) {
  const margin = element('td', {class: 'column-margin'});
  if (result.margin !== undefined) {
    margin.append(element(
        'span', {class: 'margin', title: result.marginCheck.text}, marginBar(result.margin),
        element('span', {class: 'margin-text'}, formatMargin(result.marginCheck))));
  } else {
    margin.append(element('span', {class: 'faint'}, '–'));
  }
  const link = element('a', {href: caseHash({name: result.name})}, bdi(result.name));
  const maps = mapsOf(result);
  const difference = maps.find(({name}) => name === 'abs') ?? maps[0];
  const row = element(
      'tr', {},
      element(
          'td', {class: 'column-pictures'},
          element(
              'div', {class: 'thumbnails'}, thumbnail(picture(result, 'expected'), 'Expected'),
              thumbnail(picture(result, 'actual'), 'Actual'), thumbnail(difference, 'Difference'))),
      element(
          'td', {class: 'column-name'}, element('div', {class: 'name'}, link),
          result.message === '' ? '' : element('div', {class: 'message', title: result.message}, bdi(result.message))),
      element('td', {class: 'column-outcome'}, badge(result)), margin,
      element('td', {class: 'column-score number'}, scoreText(result)),
      element('td', {class: 'column-time number'}, formatTime(result.duration_s)));
  link.onclick = (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openCase(result.name);
  };
  return row;
}

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

/** Filters and sorts. Rows are made once and moved, so that this is quick with thousands. */
function updateList() {
  const words = list.text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const {matches} = FILTERS.get(list.outcome);
  const order = ORDERS[list.sort.key];
  list.shown = suite.cases.filter((result) => matches(result) && words.every((word) => result.searched.includes(word)))
                   .sort((a, b) => order(a, b, list.sort.descending) || a.index - b.index);
  const fragment = document.createDocumentFragment();
  for (const result of list.shown) fragment.append(list.rows.get(result));
  byId('rows').replaceChildren(fragment);
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
    const sign = OUTCOMES[name]?.sign ?? {failing: '✗', passing: '✓'}[name];
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
  const select = byId('score');
  select.append(...Array.from(names, (name) => element('option', {value: name}, scoreTitle(name))));
  select.closest('label').hidden = names.size === 0;
  document.body.classList.toggle('no-scores', names.size === 0);
  list.score = Array.from(names)[0] ?? '';
  const update = () => {
    byId('score-heading').textContent = list.score === '' ? 'Score' : scoreTitle(list.score);
  };
  select.onchange = () => {
    list.score = select.value;
    update();
    for (const [result, row] of list.rows) row.querySelector('.column-score').textContent = scoreText(result);
    if (list.sort.key === 'score') updateList();
  };
  update();
}

function makeList() {
  makeScores();
  makeChips();
  for (const result of suite.cases) list.rows.set(result, makeRow(result));
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
  updateList();
}

/** Moves the focus by `step` rows, to the first one if none has it. */
function focusRow(step) {
  const links = Array.from(byId('rows').querySelectorAll('a'));
  const at = links.indexOf(document.activeElement);
  const link = links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)];
  link?.focus();
  link?.closest('tr').scrollIntoView({block: 'nearest'});
}
