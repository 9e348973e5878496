// SPDX-License-Identifier: MIT
// Elements: whatever the results say becomes text, never markup.

const byId = (id) => document.getElementById(id);

/** An element with attributes ("class", "aria-...") or properties (functions), and children: elements or texts. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function')
      made[name] = value;
    else if (value === true)
      made.setAttribute(name, '');
    else if (value !== undefined && value !== false)
      made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null && child !== ''));
  return made;
}

/** Text of anyone's writing: its direction is its own and doesn't turn what is beside it. */
const bdi = (text, attributes = {}, ...children) => element('bdi', attributes, text, ...children);

const termAndText = (term, ...texts) => element('div', {}, element('dt', {}, term), element('dd', {}, ...texts));

const badge = (result) => {
  const {title, sign, failed} = outcomeOf(result);
  return element(
      'span', {class: 'badge ' + (failed ? 'bad' : 'good')},
      element('span', {class: 'sign', 'aria-hidden': 'true'}, sign), title);
};

function announce(text) {
  byId('announcement').textContent = text;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from files have no clipboard in some browsers, but may copy what is selected.
    const area = element('textarea', {class: 'unseen', 'aria-hidden': 'true'});
    const focused = document.activeElement;
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    focused?.focus();
    return copied;
  }
}

/** A command and a button that copies it. Of a long one `shown` is seen and the words `rest` behind it. */
function commandBox(command, label, shown = command, rest = '') {
  const button = element('button', {type: 'button', class: 'button', 'aria-label': label}, 'Copy');
  button.onclick = async () => {
    const copied = await copy(command);
    button.textContent = copied ? 'Copied' : 'Can’t copy';
    announce(copied ? 'Copied the command' : 'The browser doesn’t let the page copy');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  };
  // Lines break between words alone, not at the dashes of options.
  const words = shown.split(/( +)/).map((word) => word.trim() === '' ? word : element('span', {}, word));
  return element(
      'div', {class: 'command'},
      element(
          'code', {dir: 'ltr', tabindex: '0'}, ...words,
          rest === '' ? '' : element('span', {class: 'faint'}, '\u00a0… ' + rest)),
      button);
}

/** Bar from the middle: to the right is inside the bound, to the left outside. Far margins are drawn shortened. */
function marginBar(margin) {
  const bar =
      element('span', {class: 'bar ' + (margin < 0 || Number.isNaN(margin) ? 'bad' : 'good'), 'aria-hidden': 'true'});
  const size = Math.abs(margin);
  const share = Number.isFinite(size) ? size / (size + 0.15) : 1;
  const fill = element('span', {class: 'bar-fill'});
  fill.style.width = 50 * Math.max(share, 0.04) + '%';
  bar.append(fill);
  return bar;
}

/** Buttons of which one is pressed. `choices`: [value, title, hint] each. */
function fillSegments(group, choices, chosen, choose) {
  group.replaceChildren(...choices.map(
      ([value, title, hint]) => element(
          'button', {
            type: 'button',
            'data-value': value,
            'aria-pressed': String(value === chosen),
            title: hint,
            onclick: () => choose(value)
          },
          title)));
  group.hidden = choices.length === 0;
}
