// SPDX-License-Identifier: MIT
// The cases that are ticked, and what accepts their pictures: a command, or the server that shows the page.

const ticked = new Set();
const acceptable = suite.cases.filter((result) => result.acceptable);

/** As one word of a shell's. */
function shellWord(text) {
  return /^[A-Za-z0-9_.\/:@,+-]+$/.test(text) ? text : '\'' + text.replaceAll('\'', '\'\\\'\'') + '\'';
}

const caseOption = ({name}) => ' --case' + (name.startsWith('-') ? '=' : ' ') + shellWord(name);

function acceptCommand(results) {
  return 'photopic accept ' + shellWord(suite.results) + results.map(caseOption).join('');
}

/** `photopic serve`, if the page is from it. */
const server = {
  isThere: false,
  isBusy: false,
  asked: [],  // cases whose pictures it was last to accept
  error: '',  // why it didn't
  removeError: '',
};

function acceptButton(results) {
  const button = element('button', {type: 'button', class: 'button accept', disabled: server.isBusy}, 'Accept');
  button.onclick = () => acceptNow(results);
  return button;
}

/** The command, of many cases the first ones: copied are all; and what the server does and says. */
function acceptBox(results, label) {
  const shown = 4;
  const rest = results.length - shown;
  const command = acceptCommand(results);
  const box = rest <= 0 ?
      commandBox(command, label) :
      commandBox(command, label, acceptCommand(results.slice(0, shown)), 'and ' + counted(rest, 'more case'));
  if (!server.isThere) return box;
  const wasAsked = results.length === server.asked.length && results.every((result, at) => result === server.asked[at]);
  const error = wasAsked ? server.error : '';
  return element(
      'div', {class: 'accept-box'}, acceptButton(results), box,
      error === '' ? '' : element('p', {class: 'verdict-message bad', role: 'alert'}, bdi(error)));
}

/** Ticks those that can be accepted, or takes their ticks away. */
function tick(results, isTicked) {
  for (const result of results) {
    if (!result.acceptable) continue;
    if (isTicked)
      ticked.add(result);
    else
      ticked.delete(result);
  }
  showTicks();
}

/** Shows in a checkbox whether all of the cases, some or none are ticked. */
function showTick(box) {
  const wanted = box.cases().filter((result) => result.acceptable);
  const count = wanted.filter((result) => ticked.has(result)).length;
  box.disabled = wanted.length === 0;
  box.checked = count > 0 && count === wanted.length;
  box.indeterminate = count > 0 && count < wanted.length;
}

/** A checkbox for what `cases()` gives when it is used. */
function tickBox(label, cases) {
  const box = element('input', {type: 'checkbox', class: 'tick', 'aria-label': label});
  box.cases = cases;
  box.onchange = () => tick(cases(), box.checked);
  showTick(box);
  return box;
}

/** All boxes, and the bar with the command. */
function showTicks() {
  for (const box of document.querySelectorAll('.tick')) showTick(box);
  const bar = byId('accept-bar');
  bar.hidden = ticked.size === 0;
  if (bar.hidden) return bar.replaceChildren();
  const results = suite.cases.filter((result) => ticked.has(result));
  const clear = element('button', {type: 'button', class: 'button', onclick: () => tick(results, false)}, 'Clear');
  bar.replaceChildren(
      element('p', {class: 'accept-count', role: 'status'}, counted(results.length, 'case') + ' ticked'),
      acceptBox(results, 'Copy the command that accepts the ticked cases'), clear);
}

function makeAccept() {
  document.body.classList.toggle('no-ticks', acceptable.length === 0);
  if (acceptable.length === 0) return;
  byId('all-ticks').append(tickBox('Tick all cases that are shown', () => list.shown));
  const all = element('button', {type: 'button', class: 'button', id: 'tick-failing'}, 'Tick all failing');
  all.onclick = () => tick(acceptable, true);
  byId('update').append(
      element('span', {class: 'update-title'}, 'Accept pictures'),
      element('span', {class: 'faint', id: 'acceptable', role: 'status'}), all);
  showAcceptable();
}

/** In the head: how many there are, and are done. */
function showAcceptable() {
  const left = acceptable.filter((result) => result.acceptable).length;
  const done = acceptable.length - left;
  byId('acceptable').textContent = (done === 0 ? '' : counted(done, 'case') + ' accepted; ') + counted(left, 'case') +
      ' can have the actual picture as the golden' + (left === 0 ? '' : ': tick them in the list');
  byId('tick-failing').hidden = left === 0;
}

// ---- goldens of no case ---------------------------------------------------------------------------------------------

function removeButton(goldens, label) {
  const button = element('button', {type: 'button', class: 'button remove', disabled: server.isBusy}, label);
  button.onclick = () => removeNow(goldens);
  return button;
}

/** The goldens that no case has; of a page from the server with buttons that remove them. */
function showUnused() {
  const goldens = suite.unused_goldens;
  byId('unused').hidden = goldens.length === 0;
  const left = goldens.filter(({isRemoved}) => !isRemoved), removable = left.filter(({hash}) => hash !== undefined);
  const done = goldens.length - left.length;
  byId('unused-summary').textContent =
      counted(left.length, 'unused golden') + (done === 0 ? '' : ', ' + done.toLocaleString('en-GB') + ' removed');
  const command = 'photopic accept ' + shellWord(suite.results) + ' --remove-unused';
  byId('unused-actions')
      .replaceChildren(
          ...removable.length === 0 ? [] :
              server.isThere        ? [removeButton(removable, 'Remove ' + counted(removable.length, 'golden'))] :
                                      [commandBox(command, 'Copy the command that removes them')],
          server.removeError === '' ? '' :
              element('p', {class: 'verdict-message bad', role: 'alert'}, bdi(server.removeError)));
  byId('unused-list').replaceChildren(...goldens.map((golden) => {
    const {file, hash, isRemoved} = golden;
    return element(
        'li', {class: isRemoved ? 'removed' : undefined}, element('code', {}, bdi(file)),
        isRemoved ? ' removed' : server.isThere && hash !== undefined ? removeButton([golden], 'Remove') : '');
  }));
}

// ---- the server -----------------------------------------------------------------------------------------------------

/** What the server answers to a request, or why it doesn't. */
async function ask(what, body) {
  try {
    const answer = await fetch(what, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify(body),
    });
    return (await answer.json()).error ?? '';
  } catch {
    return 'photopic serve doesn’t answer: has it ended?';
  }
}

/** Removes goldens that the page shows, all or none. */
async function removeNow(goldens) {
  server.isBusy = true;
  showUnused();
  const wanted = goldens.map(({file, hash}) => ({golden: file, hash}));
  server.removeError = await ask('remove', {goldens: wanted});
  server.isBusy = false;
  if (server.removeError === '') {
    for (const golden of goldens) golden.isRemoved = true;
    announce('Removed ' + counted(goldens.length, 'golden'));
  }
  showServer();
}

function markAccepted(results) {
  for (const result of results) {
    result.isAccepted = true;
    result.acceptable = false;
    ticked.delete(result);
  }
}

/** All that shows what can be accepted or removed, and was. */
function showServer() {
  showUnused();
  if (acceptable.length > 0) showAcceptable();
  updateList();
  if (route.name === undefined) return;
  const result = suite.cases.find(({name}) => name === route.name);
  showHead(result);
  showSummary(result);
}

/** Accepts the pictures that the page shows, all or none. */
async function acceptNow(results) {
  Object.assign(server, {isBusy: true, asked: results, error: ''});
  showServer();
  server.error = await ask('accept', {cases: results.map(({name, accept}) => ({name, picture: accept}))});
  if (server.error === '') markAccepted(results);
  server.isBusy = false;
  showServer();
  if (server.error === '') announce('Accepted ' + counted(results.length, 'case'));
}

/** A page from this machine may be photopic's, which says so and what it has accepted. */
async function findServer() {
  const isNear = location.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(location.hostname);
  if (!isNear || (acceptable.length === 0 && suite.unused_goldens.length === 0)) return;
  try {
    const {accepted, removed = []} = await (await fetch('serve.json')).json();
    for (const golden of suite.unused_goldens) golden.isRemoved = removed.includes(golden.file);
    markAccepted(acceptable.filter(({name, accept}) => accepted[name] === accept));
    server.isThere = true;
  } catch {
    return;  // another server
  }
  showServer();
}
