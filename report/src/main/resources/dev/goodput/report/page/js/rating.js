// Entry of the page for raters: one prompt at a time, its responses side by side. The runs are in
// the data, for the export, and are never shown.
import { h } from './dom.js';
import { startTheme } from './theme.js';

const SCALE = [1, 2, 3, 4, 5];
const data = JSON.parse(document.getElementById('goodput-data').textContent);
const prompts = data.prompts;
const ratings = restored();
let shown = 0;
let side = 0;

function restored() {
  try {
    return JSON.parse(localStorage.getItem(data.key)) ?? {};
  } catch {
    return {};
  }
}

function keep() {
  try {
    localStorage.setItem(data.key, JSON.stringify(ratings));
  } catch {
    // Without storage the ratings live as long as the page.
  }
}

function ratingOf(prompt, place) {
  return ratings[`${prompt}.${place}`];
}

function rate(value) {
  ratings[`${shown}.${side}`] = value;
  keep();
  const last = prompts[shown].candidates.length - 1;
  if (side < last) side += 1;
  else if (shown < prompts.length - 1) go(shown + 1);
  draw();
}

function go(prompt) {
  shown = Math.min(prompts.length - 1, Math.max(0, prompt));
  side = 0;
}

function csv() {
  const rows = ['run,level,id,rating'];
  prompts.forEach((prompt, i) => prompt.candidates.forEach((each, place) => {
    const rating = ratingOf(i, place);
    if (rating) rows.push(`${each.run},${each.level},${each.id},${rating}`);
  }));
  return rows.join('\r\n') + '\r\n';
}

function exportRatings() {
  const url = URL.createObjectURL(new Blob([csv()], { type: 'text/csv' }));
  const link = h('a', { href: url, download: 'ratings.csv' });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function card(candidate, place, several) {
  const name = several ? ['Left', 'Right'][place] : 'Response';
  const current = place === side;
  const chosen = ratingOf(shown, place);
  return h('article', { class: current ? 'rated current' : 'rated', 'aria-current': current ? 'true' : null, onclick: () => { if (!current) { side = place; draw(); } } },
    h('h3', null, name),
    h('div', { class: 'rated-text', tabindex: '0', role: 'region', 'aria-label': `${name}: text` }, candidate.text),
    h('div', { class: 'rated-scale', role: 'group', 'aria-label': `${name}: rating from 1, bad, to 5, good` },
      h('span', { class: 'muted small' }, 'bad'),
      SCALE.map(value => h('button', { type: 'button', 'aria-pressed': String(value === chosen), class: value === chosen ? 'primary' : null,
        onclick: event => { event.stopPropagation(); side = place; rate(value); } }, String(value))),
      h('span', { class: 'muted small' }, 'good')));
}

function draw() {
  const prompt = prompts[shown];
  const all = prompts.reduce((sum, each) => sum + each.candidates.length, 0);
  const done = Object.keys(ratings).length;
  document.getElementById('page').replaceChildren(
    h('section', { class: 'part' },
      h('div', { class: 'part-head' },
        h('h1', null, `Prompt ${shown + 1} of ${prompts.length}`),
        h('p', { class: 'muted', role: 'status' }, `${done} of ${all} responses rated`)),
      h('p', { class: 'lead' }, 'Keys: 1 to 5 rate the marked response, ← → mark a response, ↑ ↓ change the prompt.'),
      h('div', { class: 'rated-text prompt' }, prompt.text),
      h('div', { class: 'columns' }, prompt.candidates.map((each, place) => card(each, place, prompt.candidates.length > 1))),
      h('p', { class: 'rated-steps' },
        h('button', { type: 'button', disabled: shown === 0, onclick: () => { go(shown - 1); draw(); } }, 'Previous'), ' ',
        h('button', { type: 'button', disabled: shown === prompts.length - 1, onclick: () => { go(shown + 1); draw(); } }, 'Next'), ' ',
        h('button', { type: 'button', id: 'export', class: done === all ? 'primary' : null, onclick: exportRatings }, 'Export ratings.csv'))));
}

addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const moves = { ArrowLeft: () => { side = Math.max(0, side - 1); }, ArrowRight: () => { side = Math.min(prompts[shown].candidates.length - 1, side + 1); },
    ArrowUp: () => go(shown - 1), ArrowDown: () => go(shown + 1) };
  if (SCALE.includes(Number(event.key))) {
    rate(Number(event.key));
  } else if (moves[event.key]) {
    moves[event.key]();
    draw();
  } else {
    return;
  }
  event.preventDefault();
});

startTheme(document.getElementById('theme'));
draw();
document.documentElement.dataset.state = 'drawn';
