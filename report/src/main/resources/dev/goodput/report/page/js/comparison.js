// Stored runs side by side, from the document of the comparison.
import { h, part, prose, scrolled, table } from './dom.js';
import { duration, rate, share, significant } from './format.js';
import { frontierFigure } from './frontier.js';
import { save } from './download.js';
import { tradeoffs } from './tradeoff.js';
import { differingAnswers } from './answers.js';

const FORMATS = { duration, rate, share, count: rate, money: value => rate(value) };
// Of single runs, or with intervals that overlap, a difference may be chance.
const rival = by => `${by.sure ? '' : 'possibly '}beaten by ${by.run} ${by.load}`;
const SIGNS = { bad: '✘', warn: '!', plain: '·', good: '✔' };

export function renderComparison(root, data) {
  const found = data.document;
  root.replaceChildren(
    h('div', { class: 'band' }, h('h1', null, data.title), h('p', { class: 'subtitle' }, data.subtitle), h('div', { class: 'verdicts' }, found.objections.map(objection))),
    part('runs', 'What was compared', undefined, runs(found)),
    ...(found.tradeoffs ? [part('tradeoffs', 'Trade-offs', found.tradeoffs.length > 0 ? 'Each mark is a run against A, at one load. Bars are 95 % intervals. A run dominates another only if it is shown to be better in something and worse in nothing. Speed is the time to first token (TTFT).' : 'No two runs have a load in common, so nothing is compared.', ...tradeoffs(found))] : []),
    ...differingAnswers(found),
    part('frontier', 'Frontier', frontierLead(found), ...frontier(found)),
    part('figures', 'Figures', figuresLead(found), ...found.loads.map(load => figures(found, load))),
    h('footer', null, h('p', null, `Made by ${data.generator}. This file holds its own data and needs no network.`), h('p', null, save('comparison.json', () => found))));
}

function objection(o) {
  return h('div', { class: `verdict ${o.state}` }, h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[o.state]), h('strong', null, o.what), h('p', null, prose(o.claim)));
}

function runs(found) {
  const heads = ['', ...found.runs.map(run => `${run.label}: ${run.name}`)];
  const rows = facts => facts.map(fact => h('tr', null, h('th', { scope: 'row' }, fact.name), fact.values.map((value, i) => h('td', { class: 'words' }, fact.differs && i > 0 && value === fact.values[0] ? h('span', { class: 'muted' }, 'same as A') : value || h('span', { class: 'muted' }, 'not reported')))));
  const same = found.facts.filter(fact => !fact.differs && fact.values[0] !== '');
  return [scrolled('What differs', h('table', { class: 'facts-table' }, h('thead', null, h('tr', null, heads.map((head, i) => h('th', { scope: 'col', class: i ? 'words' : '' }, head)))),
    h('tbody', null, rows(found.facts.filter(fact => fact.differs))))),
  h('p', { class: 'muted small' }, 'The same in all runs: ', same.map(fact => `${fact.name} ${fact.values[0]}`).join(' · '))];
}

function frontierLead(found) {
  const several = found.frontier.several ? ' Runs that cannot be compared have frontiers of their own, which are numbered.' : '';
  return `Each mark is a load: output speed for one user against throughput of all users. More users raise throughput and lower speed. A load is on the frontier if no other load is at least as good in both and better in one. With single runs or overlapping intervals a difference may be chance.${several}`;
}

function frontier(found) {
  const at = Object.fromEntries(found.runs.map((run, i) => [run.label, i]));
  const all = point => (found.frontier.per_gpu ? point.output_tps_per_gpu : point.output_tps);
  const points = found.frontier.points.map(point => ({
    run: at[point.run], label: `${point.run} ${point.load}`, speed: point.output_tps_per_user, all: all(point), group: point.group,
    beaten: point.beaten_by && rival(point.beaten_by),
    speedLow: point.output_tps_per_user_low, speedHigh: point.output_tps_per_user_high,
    allLow: found.frontier.per_gpu ? undefined : point.output_tps_low, allHigh: found.frontier.per_gpu ? undefined : point.output_tps_high,
  }));
  const unit = found.frontier.per_gpu ? 'output tokens/s of each GPU' : 'output tokens/s of all users';
  const heads = ['load', 'tok/s per user', '1 ÷ TPOT p50, tok/s', 'output tok/s', ...(found.frontier.points.some(p => p.output_tps_per_gpu !== undefined) ? ['per GPU'] : []), 'frontier'];
  const rows = [...found.frontier.points].sort((a, b) => b.output_tps_per_user - a.output_tps_per_user).map(p => [`${p.run} ${p.load}`, rate(p.output_tps_per_user), rate(p.interactivity_tps), `${rate(p.output_tps)}${p.of_whole_run ? ' *' : ''}`,
    ...(heads.includes('per GPU') ? [rate(p.output_tps_per_gpu)] : []), p.beaten_by ? rival(p.beaten_by) : h('span', { class: 'pill' }, found.frontier.several ? `on frontier ${p.group + 1}` : 'on the frontier')]);
  return [frontierFigure(points, found.runs.map(run => `${run.label}: ${run.name}`), unit), scrolled('Loads and the frontier', table(heads, rows)),
    found.frontier.left_out.length > 0 && h('ul', { class: 'notes' }, [...new Set(found.frontier.left_out.map(left => `excluded: ${left.run} ${left.load}, ${left.why}`))].map(line => h('li', null, line)))];
}

function figuresLead(found) {
  const interval = found.loads.some(load => load.figures.some(row => row.runs.some(cell => cell.low !== undefined || cell.high !== undefined)));
  return `Figures at each load, each with its ratio to ${found.runs[0].label}. A dash: too few requests for the percentile. *: a rate of the whole run, because the window is shorter than twice the mean end-to-end latency (E2EL).${interval ? ' Brackets: 95 % interval between repeated runs. ~: the intervals overlap, so the difference may be chance.' : ''}`;
}

function figures(found, load) {
  const asked = found.runs.filter(run => load.figures.some(row => row.runs.some(cell => cell.run === run.label)));
  const reasons = [...new Set(load.figures.flatMap(row => row.runs.filter(cell => cell.no_ratio).map(cell => `${cell.run}: ${row.title.replace(/ p\d+$/, '')} has no ratio, ${cell.no_ratio}`)))];
  const lone = asked.length < 2 && found.loads.length > 1;
  return h(lone ? 'details' : 'div', { class: 'compared-load' }, lone ? h('summary', null, `${load.name}: only ${asked.map(run => run.label).join()}`) : h('h3', null, load.name), scrolled(load.name, h('table', null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'metric'), asked.map(run => h('th', { scope: 'col' }, run.label)))),
    h('tbody', null, load.figures.map(row => h('tr', null, h('th', { scope: 'row' }, row.title), asked.map(run => cell(row, row.runs.find(each => each.run === run.label)))))))),
  reasons.length > 0 && h('p', { class: 'muted small' }, reasons.join('; ')));
}

function cell(row, found) {
  if (!found) return h('td', { class: 'muted' }, 'n/a');
  const format = FORMATS[row.unit];
  if (found.maximum) return h('td', null, h('span', { class: 'muted', title: `too few requests for this percentile; the maximum is ${format(found.value)}` }, '–'));
  const end = value => (value === undefined ? '?' : format(value));
  return h('td', null, `${format(found.value)}${found.of_whole_run ? ' *' : ''}${found.currency ? ` ${found.currency}` : ''}`,
    found.ratio !== undefined && h('span', { class: 'ratio' }, `${significant(found.ratio)} ×${found.overlap ? ' ~' : ''}`),
    (found.low !== undefined || found.high !== undefined) && h('span', { class: 'interval' }, `[${end(found.low)} – ${end(found.high)}]`));
}
