// SPDX-License-Identifier: MIT
// The pictures of one case, in one of five views.

const VIEWS = [
  ['side', 'Side by side'],
  ['slider', 'Slider'],
  ['flip', 'Flip'],
  ['difference', 'Difference'],
  ['all', 'All'],
];
const BLINK_MS = 500;

const stage = {
  result: undefined,
  view: 'side',
  map: '',
  wipe: 0.5,            // share of the pane's width that shows the expected picture
  flipped: 'actual',    // chosen
  held: undefined,      // shown as long as a key is held or the pointer is over a button
  blinking: undefined,  // the timer
  showsTiles: true,
  cursor: undefined,  // the pixel that is read
  loaded: new Map(),  // by picture name: {bitmap} or {problem}
  panes: [],
  viewport: new Viewport(),
  frame: undefined,
  onchange: () => {},  // the view or map was chosen
};

const bitmapOf = (name) => stage.loaded.get(name)?.bitmap;
const flipShown = () => stage.held ?? stage.flipped;
const otherPicture = (name) => name === 'actual' ? 'expected' : 'actual';

function pictureSize() {
  const bitmaps =
      [bitmapOf('actual'), bitmapOf('expected'), bitmapOf(stage.map)].filter((bitmap) => bitmap !== undefined);
  const largest = (member) => Math.max(...bitmaps.map((bitmap) => bitmap[member]));
  if (bitmaps.length > 0) return {width: largest('width'), height: largest('height')};
  return {width: stage.result.width || 1, height: stage.result.height || 1};
}

function requestDraw() {
  stage.frame ??= requestAnimationFrame(() => {
    stage.frame = undefined;
    drawStage();
  });
}

function drawStage() {
  if (stage.result === undefined || stage.panes.length === 0) return;
  if (stage.viewport.fitted) stage.viewport.fit(pictureSize(), stage.panes[0].size);
  const style = getComputedStyle(byId('panes'));
  const color = (name) => style.getPropertyValue(name).trim();
  const colors = {ink: '#fff', paper: '#000', tile: color('--tile'), tileEdge: color('--tile-edge')};
  for (const pane of stage.panes) {
    pane.draw(stage.viewport, stage.showsTiles ? stage.result.worst_tiles : [], stage.cursor, colors);
  }
  byId('zoom').textContent = Math.round(100 * stage.viewport.scale).toLocaleString('en-GB') + ' %';
  showReadout();
}

// ---- loading --------------------------------------------------------------------------------------------------------

async function loadPicture(name) {
  const {result} = stage;
  if (stage.loaded.has(name)) return;
  const entry = picture(result, name);
  stage.loaded.set(name, {});
  let loaded;
  if (entry === undefined) {
    loaded = {problem: 'There is no ' + pictureTitle(name).toLowerCase() + ' picture.'};
  } else {
    try {
      loaded = {bitmap: await pictureCache.bitmap(entry)};
    } catch (error) {
      loaded = {problem: 'The picture is missing: ' + entry.file + ': ' + error.message};
    }
  }
  if (stage.result !== result) return;
  stage.loaded.set(name, loaded);
  showCaptions();
  requestDraw();
}

// ---- panes ----------------------------------------------------------------------------------------------------------

/** The names of the pictures that a pane shows, from left to right. */
function namesOf(pane) {
  if (stage.view === 'slider') return ['expected', 'actual'];
  if (stage.view === 'flip') return [flipShown()];
  if (stage.view === 'difference') return [stage.map];
  return [pane];  // a map has the name of a view
}

function paneNames() {
  const maps = mapsOf(stage.result).map(({name}) => name);
  if (stage.view === 'side') return ['expected', 'actual'];
  if (stage.view === 'all') return ['expected', 'actual', ...maps];
  return [stage.view];
}

function captionPart(name) {
  const bitmap = bitmapOf(name);
  const isMap = name !== 'actual' && name !== 'expected';
  return element(
      'span', {class: 'caption-part ' + (isMap ? 'map' : name)},
      element('b', {}, pictureTitle(name), isMap ? ' difference' : ''),
      bitmap === undefined ? '' : element('span', {class: 'faint'}, bitmap.width + ' × ' + bitmap.height));
}

function showCaptions() {
  for (const pane of stage.panes) {
    const names = namesOf(pane.name);
    pane.caption.replaceChildren(...names.map(captionPart));
    const problems = names.map((name) => stage.loaded.get(name)?.problem).filter((problem) => problem !== undefined);
    pane.problem.hidden = problems.length === 0;
    pane.problem.textContent = problems.join(' ');
    pane.canvas.setAttribute('aria-label', names.map(pictureTitle).join(', '));
  }
}

function makePane(name) {
  const pane = new Pane(name);
  pane.name = name;
  pane.layers = () => {
    if (stage.view !== 'slider') return [{bitmap: bitmapOf(namesOf(name)[0])}];
    return [{bitmap: bitmapOf('expected'), to: stage.wipe}, {bitmap: bitmapOf('actual'), from: stage.wipe}];
  };
  listenToPane(pane);
  if (stage.view === 'slider') pane.frame.append(makeWipe(pane));
  return pane;
}

function listenToPane(pane) {
  const {canvas} = pane;
  let drag;
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    stage.viewport.zoom(
        Math.exp(-0.002 * lines * event.deltaY), event.clientX - box.left - box.width / 2,
        event.clientY - box.top - box.height / 2);
    requestDraw();
  }, {passive: false});
  canvas.onpointerdown = (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    drag = {x: event.clientX, y: event.clientY, moved: false};
  };
  canvas.onpointermove = (event) => {
    const [dx, dy] = drag === undefined ? [0, 0] : [event.clientX - drag.x, event.clientY - drag.y];
    if (drag !== undefined && (drag.moved || Math.hypot(dx, dy) > 3)) {
      drag = {x: event.clientX, y: event.clientY, moved: true};
      stage.viewport.pan(dx, dy, pictureSize());
    }
    stage.cursor = pane.pixelAt(event);
    const tile = drag === undefined ? tileAt(stage.cursor) : undefined;
    canvas.classList.toggle('over-tile', tile !== undefined);
    requestDraw();
  };
  canvas.onpointerup = (event) => {
    if (drag !== undefined && !drag.moved) {
      const tile = tileAt(pane.pixelAt(event));
      if (tile !== undefined) zoomToTile(tile);
    }
    drag = undefined;
  };
  canvas.onpointercancel = () => {
    drag = undefined;
  };
  canvas.onpointerleave = () => {
    stage.cursor = undefined;
    requestDraw();
  };
}

function makeWipe(pane) {
  const handle = element('div', {
    class: 'wipe',
    id: 'wipe',
    role: 'slider',
    tabindex: '0',
    'aria-label': 'Expected to the left, actual to the right',
    'aria-orientation': 'horizontal',
    'aria-valuemin': '0',
    'aria-valuemax': '100',
  });
  const set = (share) => {
    stage.wipe = Math.min(Math.max(share, 0), 1);
    handle.style.left = 100 * stage.wipe + '%';
    handle.setAttribute('aria-valuenow', String(Math.round(100 * stage.wipe)));
    requestDraw();
  };
  handle.onpointerdown = (event) => {
    handle.setPointerCapture(event.pointerId);
    handle.focus();
    event.preventDefault();
  };
  handle.onpointermove = (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = pane.canvas.getBoundingClientRect();
    set((event.clientX - box.left) / box.width);
  };
  handle.onkeydown = (event) => {
    const step =
        {ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01, PageDown: -0.1, PageUp: 0.1}[event.key];
    const end = {Home: 0, End: 1}[event.key];
    if ((step === undefined && end === undefined) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    set(end ?? Math.round(100 * (stage.wipe + step * (event.shiftKey ? 10 : 1))) / 100);
  };
  set(stage.wipe);
  return handle;
}

// ---- tiles and the cursor -------------------------------------------------------------------------------------------

/** The smallest tile, so that one inside another can be hit. */
function tileAt({x, y}) {
  if (!stage.showsTiles) return undefined;
  return stage.result.worst_tiles
      .filter((tile) => x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height)
      .sort((a, b) => a.width * a.height - b.width * b.height)[0];
}

function zoomToTile(tile) {
  stage.viewport.show(tile, stage.panes[0].size);
  requestDraw();
}

function moveCursor(dx, dy) {
  const {width, height} = pictureSize();
  const from = stage.cursor ?? {x: Math.floor(stage.viewport.x) - dx, y: Math.floor(stage.viewport.y) - dy};
  const within = (value, size) => Math.min(Math.max(value, 0), size - 1);
  stage.cursor = {x: within(from.x + dx, width), y: within(from.y + dy, height)};
  if (!stage.viewport.fitted) stage.viewport.reveal(stage.cursor, stage.panes[0].size);
  requestDraw();
}

function readoutRow(title, codes, texts) {
  const swatch = element('span', {class: 'swatch', 'aria-hidden': 'true'});
  if (codes !== undefined)
    swatch.style.backgroundColor = 'rgb(' + codes.join(' ') + ')';
  else
    swatch.classList.add('none');
  return element(
      'div', {class: 'readout-row', 'data-row': title.toLowerCase()},
      element('span', {class: 'readout-name'}, swatch, title),
      ...texts.map((text) => element('span', {class: 'code'}, text)));
}

function showReadout() {
  const {cursor} = stage;
  const bitmaps = ['actual', 'expected'].map(bitmapOf);
  const codes = bitmaps.map((bitmap) => cursor && readPixel(bitmap, cursor));
  byId('locked').hidden = !bitmaps.some((bitmap) => bitmap !== undefined && lockedBitmaps.has(bitmap));
  const none = ['–', '–', '–', ''];
  const hex = (values) => '#' + values.map((value) => value.toString(16).padStart(2, '0')).join('');
  const known = codes[0] !== undefined && codes[1] !== undefined;
  const delta = known ? codes[0].map((value, channel) => value - codes[1][channel]) : undefined;
  const plus = (value) => value > 0 ? '+' + value : signed(String(value));
  const place = cursor && bitmaps.some((bitmap) => isInside(bitmap, cursor)) ? [String(cursor.x), String(cursor.y)] : ['–', '–'];
  const row = (title, values) =>
      readoutRow(title, values, values === undefined ? none : [...values.map(String), hex(values)]);
  byId('readout').replaceChildren(
      element(
          'div', {class: 'readout-row', 'data-row': 'pixel'}, element('span', {class: 'readout-name'}, 'Pixel'),
          element('span', {class: 'code'}, 'x ', place[0]), element('span', {class: 'code'}, 'y ', place[1])),
      row('Expected', codes[1]), row('Actual', codes[0]),
      readoutRow(
          'Difference', delta?.map(Math.abs),
          delta === undefined ? none : [...delta.map(plus), 'max ' + Math.max(...delta.map(Math.abs))]));
}

// ---- choosing -------------------------------------------------------------------------------------------------------

function stopBlinking() {
  clearInterval(stage.blinking);
  stage.blinking = undefined;
}

function showFlip() {
  showCaptions();
  for (const button of byId('view-options').children) {
    const {value} = button.dataset;
    if (value === 'blink')
      button.setAttribute('aria-pressed', String(stage.blinking !== undefined));
    else
      button.setAttribute('aria-pressed', String(value === flipShown()));
  }
  requestDraw();
}

function holdFlip(name) {
  stage.held = name;
  if (stage.view === 'flip') showFlip();
}

function chooseFlip(value) {
  const wasBlinking = stage.blinking !== undefined;
  stopBlinking();
  if (value !== 'blink')
    stage.flipped = value;
  else if (!wasBlinking) {
    stage.blinking = setInterval(() => {
      stage.flipped = otherPicture(stage.flipped);
      showFlip();
    }, BLINK_MS);
  }
  showFlip();
}

function showOptions() {
  const group = byId('view-options');
  const maps = mapsOf(stage.result);
  if (stage.view === 'difference') {
    const choices = maps.map(({name}) => [name, pictureTitle(name), 'Next map: M']);
    fillSegments(group, choices, stage.map, (map) => chooseView('difference', map));
  } else if (stage.view === 'flip') {
    const hint = 'Point here, or hold F for the other one';
    fillSegments(
        group, [['expected', 'Expected', hint], ['actual', 'Actual', hint], ['blink', 'Blink', 'Blink: B']],
        flipShown(), chooseFlip);
    for (const button of group.children) {
      if (button.dataset.value === 'blink') continue;
      button.onpointerenter = () => holdFlip(button.dataset.value);
      button.onpointerleave = () => holdFlip(undefined);
    }
  } else {
    fillSegments(group, [], '', () => {});
  }
}

/** Shows a view of the case, and of the difference maps the one that is named. */
function setView(view, map) {
  const maps = mapsOf(stage.result).map(({name}) => name);
  if (view !== 'flip') {
    stopBlinking();
    stage.held = undefined;
  }
  stage.view = VIEWS.some(([name]) => name === view) ? view : 'side';
  stage.map = [map, stage.map, maps[0]].find((name) => maps.includes(name)) ?? 'difference';
  const isEmpty = stage.result.pictures.length === 0;
  document.querySelector('.stage').classList.toggle('empty', isEmpty);
  stage.panes = isEmpty ? [] : paneNames().map(makePane);
  const panes = byId('panes');
  panes.dataset.view = stage.view;
  const {width, height} = pictureSize();
  panes.style.setProperty('--aspect', width + ' / ' + height);
  panes.replaceChildren(...stage.panes.map((pane) => pane.figure));
  if (isEmpty) panes.append(element('p', {class: 'notice'}, pictureless(stage.result)));
  fillSegments(
      byId('views'), VIEWS.map(([name, title], index) => [name, title, 'Key ' + (index + 1)]), stage.view,
      (name) => chooseView(name));
  showOptions();
  for (const name of new Set(['actual', 'expected', ...stage.panes.flatMap((pane) => namesOf(pane.name))]))
    loadPicture(name);
  showCaptions();
  requestDraw();
}

/** As setView(), at someone's wish: the keys of the new view work at once, and the address follows. */
function chooseView(view, map) {
  setView(view, map);
  if (stage.view === 'slider') byId('wipe')?.focus();
  stage.onchange();
}

function nextMap() {
  const maps = mapsOf(stage.result).map(({name}) => name);
  const at = stage.view === 'difference' ? maps.indexOf(stage.map) + 1 : 0;
  if (maps.length > 0) chooseView('difference', maps[at % maps.length]);
}

function zoomBy(factor) {
  stage.viewport.zoom(factor);
  requestDraw();
}

function zoomToFit() {
  stage.viewport.fitted = true;
  requestDraw();
}

function toggleTiles() {
  stage.showsTiles = !stage.showsTiles;
  byId('tiles-toggle').setAttribute('aria-pressed', String(stage.showsTiles));
  requestDraw();
}

function showStage(result, view, map) {
  stage.result = result;
  stage.loaded = new Map();
  stage.cursor = undefined;
  stage.held = undefined;
  stage.viewport = new Viewport();
  byId('tiles-toggle').hidden = result.worst_tiles.length === 0;
  setView(view, map);
}

function makeStage() {
  byId('folder').onchange = (event) => {
    chooseFiles(event.target.files);
    stage.loaded = new Map();
    setView(stage.view, stage.map);
  };
  byId('zoom-in').onclick = () => zoomBy(1.5);
  byId('zoom-out').onclick = () => zoomBy(1 / 1.5);
  byId('zoom-fit').onclick = zoomToFit;
  byId('zoom-one').onclick = () => zoomBy(1 / window.devicePixelRatio / stage.viewport.scale);
  byId('tiles-toggle').onclick = toggleTiles;
  new ResizeObserver(requestDraw).observe(byId('panes'));
  window.addEventListener('blur', () => holdFlip(undefined));
}
