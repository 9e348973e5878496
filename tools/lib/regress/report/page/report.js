// SPDX-License-Identifier: MIT
// The head of the page, the address, the keyboard.

const route = {
  name: undefined,
  view: 'side',
  map: ''
};

const SHORTCUTS = [
  ['J  →', 'Next case'],
  ['K  ←', 'Previous case'],
  ['↑ ↓  Enter', 'Choose a case in the list, open it'],
  ['/', 'Filter the list'],
  ['Esc', 'Back to the list'],
  ['1 … 5', 'Side by side, slider, flip, difference, all'],
  ['F', 'Hold to see the other picture'],
  ['B', 'Blink'],
  ['M', 'Next difference map'],
  ['← →', 'Move the slider when it has the focus'],
  ['+  −  0', 'Larger, smaller, fit'],
  ['Shift ← ↑ → ↓', 'Read pixel by pixel'],
  ['T', 'Show or hide the worst tiles'],
  ['X', 'Tick the case, to accept its picture'],
  ['?', 'This help'],
];

// ---- the address ----------------------------------------------------------------------------------------------------

function caseHash({name, view = 'side', map = ''}) {
  return '#case=' + encodeURIComponent(name) + (view === 'side' ? '' : '&view=' + view) +
      (view === 'difference' && map !== '' ? '&map=' + encodeURIComponent(map) : '');
}

function parseHash() {
  const members = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
  return {name: members.get('case') ?? undefined, view: members.get('view') ?? 'side', map: members.get('map') ?? ''};
}

const currentHash = () => route.name === undefined ? '' : caseHash(route);

function showRoute() {
  const result = suite.cases.find((candidate) => candidate.name === route.name);
  const wasList = byId('case-page').hidden;
  if (result === undefined) {
    route.name = undefined;
    byId('case-page').hidden = true;
    byId('list-page').hidden = false;
    stopBlinking();
    window.scrollTo(0, list.scroll);
    showRows();
    if (stage.result !== undefined) focusCase(stage.result);
    document.title = suite.suite + ' – regression report';
    return;
  }
  if (wasList) list.scroll = window.scrollY;
  byId('list-page').hidden = true;
  byId('case-page').hidden = false;
  document.title = result.name + ' – ' + suite.suite;
  showCase(result, route.view, route.map);
  if (wasList) {
    window.scrollTo(0, 0);
    byId('case-name').focus({preventScroll: true});
  }
}

function openCase(name) {
  route.name = name;
  showRoute();
  if (location.hash !== currentHash()) location.hash = currentHash();
}

function closeCase() {
  route.name = undefined;
  showRoute();
  history.pushState(null, '', '#');  // an empty hash would scroll to the top
}

function step(by) {
  const at = list.shown.findIndex((result) => result.name === route.name);
  const result = list.shown[at < 0 ? 0 : at + by];
  if (result === undefined) return;
  const hadWipe = document.activeElement?.id === 'wipe';
  route.name = result.name;
  showRoute();
  location.replace(currentHash());
  if (hadWipe) byId('wipe')?.focus();
  announce(result.name + ', ' + outcomeOf(result).title);
}

stage.onchange = () => {
  route.view = stage.view;
  route.map = stage.map;
  if (location.hash !== currentHash()) location.replace(currentHash());
};

window.addEventListener('hashchange', () => {
  const asked = parseHash();
  if (asked.name === route.name && (asked.name === undefined || location.hash === currentHash())) return;
  Object.assign(route, asked);
  showRoute();
});

// ---- the keyboard ---------------------------------------------------------------------------------------------------

const caseKeys = {
  j: () => step(1),
  ArrowRight: () => step(1),
  k: () => step(-1),
  ArrowLeft: () => step(-1),
  Escape: closeCase,
  m: nextMap,
  t: toggleTiles,
  x: () => document.querySelector('#summary .tick')?.click(),
  '+': () => zoomBy(1.5),
  '=': () => zoomBy(1.5),
  '-': () => zoomBy(1 / 1.5),
  0: zoomToFit,
  b: () => {
    if (stage.view !== 'flip') chooseView('flip');
    chooseFlip('blink');
  },
  f: () => {
    if (stage.view !== 'flip') chooseView('flip');
    stopBlinking();
    holdFlip(otherPicture(stage.flipped));
  },
};
VIEWS.forEach(([name], index) => {
  caseKeys[index + 1] = () => chooseView(name);
});

const listKeys = {
  j: () => focusRow(1),
  ArrowDown: () => focusRow(1),
  k: () => focusRow(-1),
  ArrowUp: () => focusRow(-1),
  x: tickFocused,
  '/': () => byId('search').focus(),
};

const cursorKeys = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1]
};

function onKeyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
  if (event.target.closest('input:not([type=checkbox]), select, textarea')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  const onCase = route.name !== undefined;
  if (event.key === '?') {
    byId('help').showModal();
  } else if (onCase && event.shiftKey && cursorKeys[event.key] !== undefined) {
    if (stage.panes.length > 0) moveCursor(...cursorKeys[event.key]);
  } else {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (onCase ? caseKeys : listKeys)[key];
    if (action === undefined) return;
    if (!event.repeat || key !== 'f') action();
  }
  event.preventDefault();
}

// ---- the head -------------------------------------------------------------------------------------------------------

function deviceFacts(device, index) {
  const title = suite.devices.length > 1 ? 'Device ' + (index + 1) : 'Device';
  return termAndText(
      title, element('span', {class: 'device-name'}, bdi(device.name)), element('span', {class: 'device-driver'}, [
        device.driver, device.api, device.device_class
      ].filter((text) => text !== '').join(' · ')));
}

function showMasthead() {
  const failed = suite.cases.filter((result) => result.failed).length;
  byId('suite-name').replaceChildren(bdi(suite.suite));
  byId('missing').hidden = suite.missing === '';
  byId('missing').textContent = 'Incomplete: ' + suite.missing;
  const bad = failed > 0 || suite.missing !== '' || suite.cases.length === 0 || suite.unused_goldens.length > 0;
  const verdict = suite.cases.length === 0 ? 'No cases' :
      failed > 0 ? failed.toLocaleString('en-GB') + ' of ' + counted(suite.cases.length, 'case') +
          (failed === 1 ? ' fails' : ' fail') :
      suite.missing !== ''     ? 'Incomplete' :
      bad                      ? 'Unused goldens' :
      suite.cases.length === 1 ? 'The case passes' :
                                 'All ' + counted(suite.cases.length, 'case') + ' pass';
  byId('verdict').classList.add(bad ? 'bad' : 'good');
  byId('verdict').append(element('span', {class: 'sign', 'aria-hidden': 'true'}, bad ? '✗' : '✓'), verdict);
  byId('facts').append(
      termAndText('Started', suite.started.replace('T', ' ').replace('Z', ' UTC')),
      termAndText('Duration', formatTime(suite.duration_s)), termAndText('Photopic', suite.photopic_version),
      suite.shards > 1 ? termAndText('Shard', suite.shard + ' of ' + suite.shards) : '',
      ...suite.devices.map(deviceFacts));
  showUnused();
}

function makeHelp() {
  byId('help-keys')
      .append(...SHORTCUTS.map(
          ([keys, text]) => element(
              'div', {}, element('dt', {}, ...keys.split(/\s{2,}/).map((key) => element('kbd', {}, key))),
              element('dd', {}, text))));
  for (const button of document.querySelectorAll('[data-help]')) button.onclick = () => byId('help').showModal();
}

showMasthead();
makeHelp();
makeStage();
makeAccept();
makeList();
findServer();
byId('previous').onclick = () => step(-1);
byId('next').onclick = () => step(1);
byId('back').onclick = (event) => {
  event.preventDefault();
  closeCase();
};
document.addEventListener('keydown', onKeyDown);
document.addEventListener('keyup', (event) => {
  if (event.key.toLowerCase() === 'f') holdFlip(undefined);
});
Object.assign(route, parseHash());
showRoute();
