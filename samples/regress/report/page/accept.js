// SPDX-License-Identifier: MIT
// The cases that are ticked, and the command that accepts their pictures.

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

/** A box with the command, of many cases the first ones: copied are all. */
function acceptBox(results, label) {
  const shown = 4;
  const rest = results.length - shown;
  const command = acceptCommand(results);
  return rest <= 0 ? commandBox(command, label) :
                     commandBox(command, label, acceptCommand(results.slice(0, shown)), 'and ' + counted(rest, 'more case'));
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
      element(
          'span', {class: 'faint'},
          counted(acceptable.length, 'case') + ' can have the actual picture as the golden: tick them in the list'),
      all);
}
