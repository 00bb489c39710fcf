// One page from one document of figures. The report embeds the document; a live page hands a new one
// to the same function whenever there is one.
import { h, part } from './dom.js';
import { rate, count, share } from './format.js';
import { band } from './band.js';
import { latencyPart, shades } from './latency.js';
import { timeChart } from './timechart.js';
import { failures } from './failures.js';
import { timeline } from './timeline.js';
import { replay } from './replay.js';
import { goodputFamily, tokensByOutcome } from './goodput.js';
import { levelsPart } from './levels.js';
import { serverPart } from './server.js';
import { saturatePart } from './saturate.js';
import { searchPart } from './search.js';
import { downloads } from './download.js';

// What a run was made for, where that is more than its levels.
const EXPERIMENTS = { saturate: saturatePart, search: searchPart };

export function renderPage(root, data, at = data.shown ?? 0) {
  // The figures are in the document once; each level gets its own part of it, out of the download's sight.
  data.levels.forEach((level, i) => Object.defineProperty(level, 'document', { value: data.document.levels[i], configurable: true }));
  if (data.levels.length === 0) {
    root.replaceChildren(h('div', { class: 'band' }, h('h1', null, data.title), h('p', null, 'Nothing was measured: no load level ran.')), foot(data));
    return;
  }
  const level = data.levels[at];
  const made = EXPERIMENTS[data.experiment];
  root.replaceChildren(band(data, level), ...(made ? [made(data.document)] : []), ...pick(root, data, at), words(data, level), ...sections(data, level), foot(data));
}

function pick(root, data, at) {
  if (data.levels.length < 2) return [];
  return [h('div', { class: 'levels-pick', role: 'group', 'aria-label': 'Load level shown' }, h('span', { class: 'muted' }, 'Load level shown:'),
    data.levels.map((level, i) => h('button', { type: 'button', 'aria-pressed': String(i === at), class: i === at ? 'primary' : '', onclick: () => show(root, data, i) }, level.name + (level.best ? ' (best)' : ''))))];
}

// All is drawn anew; who came by keyboard stays at the button.
function show(root, data, at) {
  renderPage(root, data, at);
  root.querySelector('.levels-pick .primary').focus({ preventScroll: true });
}

function words(data, level) {
  return part('words', level.words_title, level.step, h('ul', { class: 'sentences' }, level.sentences.map(s => h('li', null, s))),
    level.notes.length > 0 && h('ul', { class: 'notes' }, level.notes.map(note => h('li', null, note))));
}

function sections(data, level) {
  const list = [latencyPart(level)];
  if (level.time) list.push(throughput(level), ...serverPart(level), part('timeline', 'Timeline of requests', undefined, ...timeline(level)), ...failures(level));
  if (level.replay.length > 0) list.push(part('replay', 'Replay', level.replay_lead, replay(level, data.pace)));
  list.push(part('goodput', 'Goodput', level.goodput_lead, goodputFamily(level.family), h('div', { class: 'columns' }, tokensByOutcome(level.tokens), attainment(level))));
  if (data.levels.length > 1 && !data.experiment) list.push(part('levels', 'Load levels', data.levels_lead, levelsPart(data.levels, data.frontier)));
  return [...list, method(data, level)];
}

function throughput(level) {
  const t = level.time, shade = shades(level);
  return part('throughput', 'Throughput and load', level.throughput_lead, h('div', { class: 'columns' },
    timeChart({ title: 'Output tokens per second', note: `by ${t.by}${t.of ?? ''}`, seconds: t.seconds, format: rate, shade,
      series: [{ name: 'output tokens/s', key: 'series-a', color: '--series-a', values: t.output_tps, fill: true }] }),
    timeChart({ title: 'Requests in flight', note: `mean by ${t.by}${level.capped ? ', with those behind the cap' : ''}${t.of ?? ''}`, seconds: t.seconds, format: rate, shade,
      series: [{ name: 'in flight', key: 'series-c', color: '--series-c', values: t.in_flight, fill: true }] }),
    timeChart({ title: 'Arrivals: offered and achieved', note: `counted from the start${t.of ?? ''}`, seconds: t.arrivals.seconds, format: count, shade,
      series: [{ name: 'offered', key: 'series-b', color: '--series-b', values: t.arrivals.asked, width: 6 }, { name: 'achieved', key: 'series-a', color: '--series-a', values: t.arrivals.achieved }] }),
    timeChart({ title: 'Requests ended per second', note: `by ${t.by}${t.of ?? ''}`, seconds: t.seconds, format: rate, shade,
      series: [{ name: 'ok', key: 'series-a', color: '--series-a', values: t.ok_rps }, { name: 'failed', key: 'p99', color: '--p99', dash: 'dash', values: t.failed_rps }] })));
}

function attainment(level) {
  const t = level.time;
  return t?.attainment && timeChart({ title: 'SLO attainment over time', note: `by ${t.by}, by start${t.of ?? ''}`, seconds: t.seconds, format: share, shade: shades(level), least: 1,
    series: [{ name: 'good arrivals', key: 'series-c', color: '--series-c', values: t.attainment, step: true }] });
}

function method(data, level) {
  return part('method', 'Method', undefined, h('div', { class: 'table-scroll' }, h('table', null, h('tbody', null,
    [...level.method, ...data.method].map(([name, text]) => h('tr', null, h('th', { scope: 'row' }, name), h('td', { class: 'words' }, text)))))),
  h('details', null, h('summary', null, 'What the words mean'), h('dl', null, data.definitions.map(([name, text]) => [h('dt', null, h('strong', null, name)), h('dd', null, text)]))));
}

function foot(data) {
  return h('footer', null, h('p', null, `Made by ${data.generator}. This file holds its own data and needs no network.`), downloads(data));
}
