// One page from one document of figures. The report embeds the document; a live page hands a new one
// to the same function whenever there is one.
import { h, part, prose } from './dom.js';
import { rate, count, share } from './format.js';
import { band, command, tiles } from './band.js';
import { latencyPart, middles, shades } from './latency.js';
import { timeChart } from './timechart.js';
import { failures } from './failures.js';
import { timeline } from './timeline.js';
import { replay } from './replay.js';
import { goodputFamily, tokensByOutcome } from './goodput.js';
import { levelsPart } from './levels.js';
import { serverPart } from './server.js';
import { saturatePart } from './saturate.js';
import { searchPart } from './search.js';
import { answersPart } from './answers.js';
import { downloads } from './download.js';

// What a run was made for, where that is more than its levels.
const EXPERIMENTS = { saturate: saturatePart, search: searchPart };

export function renderPage(root, data, at = data.shown ?? 0) {
  // What is in the data once is given to each level, out of the download's sight.
  const own = (level, name, value) => Object.defineProperty(level, name, { value, configurable: true });
  data.levels.forEach((level, i) => Object.entries({ ...merged(data.shared, level), bands: data.bands, document: data.document.levels[i] }).forEach(([name, value]) => own(level, name, value)));
  if (data.levels.length === 0) {
    root.replaceChildren(h('div', { class: 'band' }, h('h1', null, data.title), h('p', null, 'Nothing was measured: no load level ran.')), foot(data));
    return;
  }
  const level = data.levels[at];
  const made = EXPERIMENTS[data.experiment];
  root.replaceChildren(...(data.cards
    ? [band(data, level), tiles(data.cards), command(data), ...(made ? [made(data.document)] : []), ...pick(root, data, at), words(level), tiles(level.tiles)]
    : [band(data, level), ...pick(root, data, at), words(level), tiles(level.tiles), command(data)]), ...sections(data, level), foot(data));
  linkSections();
}

// What a level does not have is not in the navigation.
function linkSections() {
  for (const link of document.querySelectorAll('.bar nav a')) link.hidden = !document.querySelector(link.hash);
}

// What all levels share and what is a level's own, also in lists of objects.
function merged(shared, own) {
  if (!Array.isArray(own)) return { ...shared, ...own, ...Object.fromEntries(Object.entries(own).filter(([name]) => Array.isArray(shared[name])).map(([name, rows]) => [name, merged(shared[name], rows)])) };
  return own.map((row, i) => merged(shared[i], row));
}

function pick(root, data, at) {
  if (data.levels.length < 2) return [];
  return [h('div', { class: 'levels-pick', role: 'group', 'aria-label': data.pick }, h('span', { class: 'muted' }, `${data.pick}:`),
    order(data).map(i => h('button', { type: 'button', 'aria-pressed': String(i === at), class: i === at ? 'primary' : '', onclick: () => show(root, data, i) }, data.levels[i].name + (data.levels[i].best ? ' (best)' : ''))))];
}

// By load where an experiment tried them, as it goes back and forth.
function order(data) {
  const all = data.levels.map((_, i) => i), load = i => data.document.saturate?.curve.find(p => p.level === i)?.load ?? Infinity;
  return data.experiment === 'saturate' ? all.sort((a, b) => load(a) - load(b) || a - b) : all;
}

// All is drawn anew; who came by keyboard stays at the button.
function show(root, data, at) {
  renderPage(root, data, at);
  root.querySelector('.levels-pick .primary').focus({ preventScroll: true });
}

function words(level) {
  return part('words', level.words_title, level.step, level.sentences.length > 0 && h('ul', { class: 'sentences' }, level.sentences.map(s => h('li', null, s))),
    level.notes.length > 0 && h('ul', { class: 'notes' }, level.notes.map(note => h('li', null, prose(note)))));
}

function sections(data, level) {
  const list = [latencyPart(level)];
  if (level.time) list.push(throughput(level), ...serverPart(level), ...(level.timeline.drawn ? [part('timeline', 'Timeline of requests', undefined, ...timeline(level))] : []), ...failures(level));
  if (level.replay.length > 0) list.push(part('replay', 'Replay', level.replay_lead, replay(level, data.pace)));
  list.push(part('goodput', 'Goodput', level.goodput_lead, goodputFamily(level.family), h('div', { class: 'columns' }, tokensByOutcome(level.tokens), attainment(level))));
  list.push(...answersPart(data));
  if (data.levels.length > 1 && !data.experiment) list.push(part('levels', 'Load levels', data.levels_lead, levelsPart(data.levels, data.frontier)));
  return [...list, method(data, level)];
}

function throughput(level) {
  const t = level.time, shade = shades(level), span = level.span, seconds = middles(t.output_tps, t.step), ends = [0, ...seconds.map((_, i) => (i + 1) * t.step)];
  return part('throughput', 'Throughput and load', level.throughput_lead, h('div', { class: 'columns' },
    timeChart({ title: 'Output tokens per second', note: `in steps of ${t.by}${t.of ?? ''}`, y: 'output tokens/s', seconds, span, format: rate, shade,
      series: [{ name: 'output tokens/s', key: 'series-a', color: '--series-a', values: t.output_tps, fill: true }] }),
    timeChart({ title: 'Requests in flight', note: `mean of each ${t.by}${level.capped ? ', with those that the cap holds back' : ''}${t.of ?? ''}`, y: 'requests', seconds, span, format: rate, shade,
      series: [{ name: 'in flight', key: 'series-c', color: '--series-c', values: t.in_flight, fill: true }] }),
    timeChart({ title: 'Arrivals: offered and achieved', note: `counted from the start${t.of ?? ''}`, y: 'requests, running total', seconds: ends, span, format: count, shade,
      series: [{ name: 'offered', key: 'series-b', color: '--series-b', values: [0, ...t.arrivals.asked], width: 6 }, { name: 'achieved', key: 'series-a', color: '--series-a', values: [0, ...t.arrivals.achieved] }] }),
    timeChart({ title: 'Requests ended per second', note: `in steps of ${t.by}${t.of ?? ''}`, y: 'requests/s', seconds, span, format: rate, shade,
      series: [{ name: 'ok', key: 'series-a', color: '--series-a', values: t.ok_rps }, { name: 'failed', key: 'p99', color: '--p99', dash: 'dash', values: t.failed_rps }] })));
}

function attainment(level) {
  const t = level.time;
  return t?.attainment && timeChart({ title: 'SLO attainment over time', note: `in steps of ${t.by}; requests by their start${t.of ?? ''}`, y: '% of requests', seconds: middles(t.attainment, t.step), span: level.span, format: share, shade: shades(level), least: 1,
    series: [{ name: 'within the SLO', key: 'series-c', color: '--series-c', values: t.attainment, step: true }] });
}

function method(data, level) {
  return part('method', 'Method', undefined, h('div', { class: 'table-scroll' }, h('table', null, h('tbody', null,
    [...level.method, ...data.method].map(([name, text]) => h('tr', null, h('th', { scope: 'row' }, name), h('td', { class: 'words' }, text)))))),
  h('details', null, h('summary', null, 'What the words mean'), h('dl', null, data.definitions.map(([name, text]) => [h('dt', null, h('strong', null, name)), h('dd', null, text)]))));
}

function foot(data) {
  return h('footer', null, h('p', null, `Made by ${data.generator}. This file holds its own data and needs no network.`), downloads(data));
}
