// The top of the page: the answer, the figures people ask for first, the command.
import { h, prose, ratingPill } from './dom.js';

export function band(data, level) {
  const verdicts = data.verdicts ?? level.verdicts;
  // The title is the first verdict: only what follows from it is left to show.
  const answered = verdicts.length > 0 && data.title.toLowerCase().startsWith(`${verdicts[0].title}: ${verdicts[0].text}`.toLowerCase());
  const rest = answered ? verdicts.slice(1) : verdicts;
  return h('div', { class: 'band' },
    h('h1', { class: answered ? verdicts[0].state : '' }, answered && verdicts[0].state !== 'plain' && h('span', { class: 'sign', 'aria-hidden': 'true' }, `${verdicts[0].sign} `), unbroken(data.title)),
    answered && verdicts[0].more && !data.title.includes(verdicts[0].more) && h('p', null, verdicts[0].more),
    h('p', { class: 'subtitle' }, data.subtitle), rest.length > 0 && h('div', { class: 'verdicts' }, rest.map(verdict)));
}

// No line ends between a figure and its unit, nor inside an interval.
function unbroken(title) {
  return title.replace(/(\d)–(?=\d)/g, '$1\u2060–\u2060').replace(/(\d) (?=%|ms\b|s\b|×)/g, '$1\u00a0');
}

export function command(data) {
  return h('div', { class: 'made-by' }, h('div', { class: 'command' }, h('code', null, words(data.command)), copyButton(data.command)),
    h('dl', { class: 'facts' }, data.facts.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value)))));
}

export function tiles(all) {
  return all.length > 0 ? h('div', { class: 'tiles' }, all.map(tile)) : '';
}

// A line ends between two words of a command, never behind the hyphen of an option.
function words(command) {
  return command.split(' ').map((word, i) => [i > 0 && ' ', h('span', { class: 'word' }, word)]);
}

function verdict(v) {
  return h('div', { class: `verdict ${v.state}` }, h('span', { class: 'sign', 'aria-hidden': 'true' }, v.sign), h('strong', null, v.title),
    h('p', null, prose(v.text)), v.more && h('p', { class: 'muted small' }, prose(v.more)));
}

function tile(t) {
  return h('div', { class: 'tile' }, h('div', { class: 'name' }, t.name), h('div', { class: 'value' }, t.value, t.unit && h('span', { class: 'unit' }, ` ${t.unit}`)),
    h('div', { class: 'small muted' }, t.rating && h('div', null, h('span', { class: ratingPill(t.state ?? '') }, t.rating)), t.note && unbroken(t.note)));
}

function copyButton(text) {
  const button = h('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    button.textContent = (await copy(text)) ? 'Copied' : 'Select and copy by hand';
    setTimeout(() => { button.textContent = 'Copy'; }, 1600);
  });
  return button;
}

// The clipboard interface needs a secure context, which a file on disk is not everywhere.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h('textarea', { class: 'hidden-text' });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}
