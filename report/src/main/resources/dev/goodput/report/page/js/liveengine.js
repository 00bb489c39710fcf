// What the upstreams' own pages of metrics tell, beside what the gateway sees.
import { h, table } from './dom.js';
import { count, rate, share } from './format.js';
import { column } from './livestore.js';
import { plain } from './livemoney.js';
import { chartPlace } from './livechart.js';
import { eventMarks } from './livetrends.js';

const CHARTS = [
  ['requests', 'Requests at the engines', 'as reported', 'requests', plain, [['running', 'running', 'series-a'], ['waiting', 'waiting', 'series-b', 'dash']]],
  ['kv', 'KV cache in use', 'mean of the engines', '% of the cache', share, [['kv_cache_share', 'in use', 'series-c']]],
  ['preempted', 'Preemptions per second', 'requests that lost their place', 'preemptions/s', rate, [['preemptions_per_s', 'preemptions', 'p99']]],
  ['generated', 'Tokens per second, as the engines count', 'generated', 'tokens/s', rate, [['generation_tps', 'generated', 'series-a']]],
  ['gpu', 'GPU at work', 'share of the time', '% of the time', share, [['gpu_share', 'at work', 'series-d']]],
  ['power', 'GPU power', 'of all GPUs', 'W', plain, [['gpu_power_w', 'watts', 'series-b']]],
];

export function enginePlaces() {
  return [h('div', { class: 'charts engine-charts' }, CHARTS.map(([id]) => chartPlace(`engine-${id}`)))];
}

export const hasEngines = doc => doc.engines !== undefined;

export function engineSpecs(store, frame) {
  const rows = store.engines[frame.kind], marks = eventMarks(store.doc);
  return CHARTS.map(([id, title, note, y, format, lines]) => ({ id: `engine-${id}`, title, note, y, format, marks, least: format === share ? 1 : undefined,
    series: lines.map(([name, words, key, dash], at) => ({ name: words, key, color: `--${key}`, dash, fill: lines.length === 1 && at === 0, values: column(rows, name, frame) })) }));
}

const cell = (value, format) => (value === undefined ? h('span', { class: 'muted' }, 'not reported') : format(value));
const gib = bytes => `${rate(bytes / 1024 ** 3)} GiB`;

// How the gateway finds each of them.
function reach({ gateway }) {
  if (gateway.upstreams.length === 0) return [];
  const state = up => (up.reachable === undefined ? h('span', { class: 'pill' }, 'not tried yet') : h('span', { class: `pill ${up.reachable ? '' : 'bad'}` }, up.reachable ? '✔ reachable' : '✘ unreachable'));
  return [h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Upstreams' }, table(['upstream', 'state', 'address', 'in flight', 'waiting for a first token'],
    gateway.upstreams.map(up => [up.name, [state(up), up.words && h('span', { class: 'muted small' }, ` ${up.words}`)], up.url, count(up.in_flight), count(up.waiting_for_first_token)]), [1, 2]))];
}

export function engineTable(doc) {
  if (!hasEngines(doc)) return [...reach(doc), h('p', { class: 'muted' }, 'No metrics page of an upstream is read, so the state of the engines is unknown. Add --server-metrics URL.')];
  const now = table(['upstream', 'state', 'running', 'waiting', 'KV cache', 'prefix hits', 'preemptions', 'GPU at work', 'GPU memory', 'GPU power'],
    doc.engines.pages.map(page => [page.upstream || page.url, h('span', { class: `pill ${page.state === 'read' ? '' : 'bad'}`, title: page.words || false }, page.words ? `${page.state}: ${page.words}` : page.state),
      cell(page.running, plain), cell(page.waiting, plain), cell(page.kv_cache_share, share), cell(page.prefix_hits_share, share), cell(page.preemptions, count),
      cell(page.gpu_share, share), cell(page.gpu_memory_used_bytes, gib), cell(page.gpu_power_w, watts => `${rate(watts)} W`)]), [1]);
  return [...reach(doc), h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'What each upstream reports now' }, now),
    h('p', { class: 'muted small' }, '“Not reported” means that the page has no metric for it, not that it is zero. Preemptions and prefix hits are counted since the gateway first read the page.')];
}
