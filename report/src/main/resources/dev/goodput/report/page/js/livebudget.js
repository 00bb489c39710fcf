// SLO classes over windows, what is left of their budgets, and the goodput family.
import { h, svg } from './dom.js';
import { count, rate, share, significant } from './format.js';
import { span } from './liveclock.js';
import { plain } from './livemoney.js';
import { goodputFamily } from './goodput.js';

export function budgets(doc) {
  if (doc.slos.length === 0) return [h('p', { class: 'muted' }, 'No SLO is judged. Name one with --slo chat, or classes in the configuration.')];
  return [...doc.slos.map(slo => h('div', { class: 'budget', 'data-key': slo.class }, h('h3', null, slo.class, ' ', h('span', { class: 'muted' }, slo.expression)), left(slo), h('div', { class: 'columns' }, windows(slo), bounds(slo)))),
    h('p', { class: 'muted small' }, 'A burn of 1 × spends the budget exactly within its time; above it, faster. A request is good when it is whole and within every bound; those that failed are misses.')];
}

// The budget is the share of misses that the target allows.
function left({ budget, target }) {
  if (target >= 1) return h('p', { class: 'muted small' }, 'A target of 100 % leaves no budget: each miss breaks it.');
  if (!budget) return h('p', { class: 'muted small' }, 'No request was judged yet, so the budget is unknown.');
  const part = budget.left_share, words = part >= 0 ? `${share(Math.min(1, part))} of the budget is left` : `overdrawn: ${significant(1 - part, 2)} times the misses that are allowed`;
  return h('div', { class: 'budget-left' },
    svg('svg', { class: 'track', viewBox: '0 0 100 6', preserveAspectRatio: 'none', role: 'img', 'aria-label': words },
      svg('rect', { class: 'bed', width: 100, height: 6, rx: 1 }), svg('rect', { class: `fill ${part > 0.25 ? 'full' : 'low'}`, width: Math.max(0, Math.min(1, part)) * 100, height: 6, rx: 1 })),
    h('p', null, h('strong', null, words), `, over ${span(budget.covered_s)}: ${count(budget.missed)} missed of ${count(budget.total)}; a target of ${share(target)} allows ${rate(budget.allowed)}.`));
}

const judged = (value, needed) => h('span', { class: `pill ${value >= needed ? 'good' : 'bad'}` }, `${value >= needed ? '✔' : '✘'} ${share(value)}`);

const windowName = seconds => (seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`);

function windows(slo) {
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': `Windows of ${slo.class}` }, h('table', null,
    h('thead', null, h('tr', null, ['last', 'good', 'judged', 'attainment', 'burn'].map(name => h('th', { scope: 'col' }, name)))),
    h('tbody', null, slo.windows.map((w, i) => h('tr', null, h('th', { scope: 'row' }, i === slo.windows.length - 1 ? 'since the start' : windowName(w.window_s)),
      h('td', null, count(w.good)), h('td', null, count(w.total)), h('td', null, w.attainment === undefined ? '–' : judged(w.attainment, slo.target)), h('td', null, w.burn === undefined ? '–' : `${significant(w.burn, 2)} ×`))))));
}

function bounds(slo) {
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': `Bounds of ${slo.class}` }, h('table', null,
    h('thead', null, h('tr', null, ['bound, last 5 min', 'within', 'needed'].map(name => h('th', { scope: 'col' }, name)))),
    h('tbody', null, slo.bounds.map(b => h('tr', null, h('th', { scope: 'row' }, b.bound), h('td', null, b.applies === 0 ? '–' : judged(b.within / b.applies, b.required)), h('td', null, share(b.required)))))));
}

const FAMILY = [
  ['attainment', 'SLO attainment', share, 1, 'Good requests out of all judged requests; failed, timed-out and shed requests are not good.'],
  ['request_rps', 'Request goodput', v => `${rate(v)} requests/s`, 'rps', 'Users served well per second.'],
  ['token_tps', 'Token goodput', v => `${rate(v)} output tok/s`, 'delivered_output_tps', 'Output tokens of good responses.'],
  ['scaled_tps', 'Attainment-scaled throughput', v => `${rate(v)} output tok/s`, 'delivered_output_tps', 'Delivered output × SLO attainment, as some textbooks count.'],
  ['percentile_tps', 'Percentile goodput', v => `${rate(v)} output tok/s`, 'delivered_output_tps', 'Delivered output of each class whose percentile bounds all hold.'],
  ['useful_work_ratio', 'Useful work', share, 1, 'Tokens in good responses out of all received tokens.'],
  ['smooth_tps', 'Smooth goodput', v => `${rate(v)} output tok/s`, 'delivered_output_tps', 'Tokens that arrived by their deadlines; shows stalls that a fast average hides.'],
];

export function goodputRows({ goodput, reading }) {
  if (!goodput) return [];
  const of = whole => (whole === 1 ? 1 : goodput[whole]);
  const rows = FAMILY.filter(([key]) => goodput[key] !== undefined)
    .map(([key, name, format, whole, sentence]) => ({ name, value: format(goodput[key]), share: of(whole) > 0 ? Math.min(1, goodput[key] / of(whole)) : undefined, sentence }));
  if (rows.length === 0) return [];
  return [h('h3', null, `Goodput of the last ${span(goodput.seconds)}`), goodputFamily(rows), reading && h('p', { class: 'muted small' }, reads(reading))];
}

function reads(reading) {
  const said = [reading.noticeable_share !== undefined && `${share(reading.noticeable_share)} of streams stalled noticeably (above 250 ms) or failed`,
    reading.broken_share !== undefined && `${share(reading.broken_share)} broke the flow (above 1 s) or failed`, reading.surplus_speed !== undefined && `the median answer comes at ${rate(reading.surplus_speed)} × reading speed`];
  return `To a reader of ${plain(reading.pace_tps)} tokens/s: ${said.filter(Boolean).join(', ')}.`;
}
