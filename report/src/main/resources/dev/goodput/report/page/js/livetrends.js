// What went on over time, all of it on one axis.
import { h } from './dom.js';
import { duration, rate, share } from './format.js';
import { plain } from './livemoney.js';
import { column, meanOver, shareOver } from './livestore.js';
import { chartPlace } from './livechart.js';

const IDS = ['ttft', 'tpot', 'tokens', 'flight', 'ended', 'attainment'];
const TONES = { engine_restart: '--warn', engine_replaced: '--warn', out_of_memory: '--bad', upstream_down: '--bad', upstream_up: '--good', metrics_down: '--warn', metrics_up: '--good', gateway: '--bad' };

export function trendPlaces() {
  return [h('div', { class: 'charts' }, IDS.map(id => chartPlace(`chart-${id}`)))];
}

export function eventMarks(doc) {
  return doc.events.map(event => [Date.parse(event.at) / 1000, TONES[event.kind] ?? '--muted']);
}

const sum = (...columns) => columns[0].map((_, i) => columns.reduce((all, each) => (each[i] === undefined || each[i] === null ? all : all + each[i]), 0));

export function trendSpecs(store, frame) {
  const { doc } = store, table = store.trends[frame.kind], marks = eventMarks(doc), note = frame.by;
  const of = name => column(table, name, frame), calm = frame.calm, mean = name => meanOver(of(name), calm.means);
  const over = steps => (steps > 1 ? `over ${steps} s` : note);
  const line = (name, key, color, values, more) => ({ name, key, color: `--${color}`, values, ...more });
  const bound = metric => (doc.slos.length === 1 ? doc.slos[0].thresholds_ms?.[metric] : undefined);
  const latency = (id, title, metric, more = []) => ({ id: `chart-${id}`, title, note: `${note}; p95 of fewer than 20 requests: their maximum`, y: `${id.toUpperCase()}, log scale`, log: true, format: duration, slo: bound(id), marks,
    series: [line('p50', 'p50', 'p50', of(`${metric}_p50_ms`)), line('p95', 'p95', 'p95', of(`${metric}_p95_ms`), { dash: 'dash' }), ...more] });
  // A p99 of fewer than 100 requests is their maximum, which p95 shows already.
  const ended = of('ok_per_s'), p99 = of('ttft_p99_ms').map((v, i) => (ended[i] * frame.step >= 100 ? v : undefined));
  const tail = p99.some(v => v !== undefined) ? [line('p99', 'p99', 'p99', p99, { dash: 'dot' })] : [];
  return [
    latency('ttft', 'Time to first token (TTFT)', 'ttft', tail), latency('tpot', 'Time per output token (TPOT)', 'tpot'),
    { id: 'chart-tokens', title: 'Tokens per second', note: `${over(calm.means)}, once responses have ended`, y: 'tokens/s', format: rate, marks,
      series: [line('output', 'series-a', 'series-a', mean('output_tps'), { fill: true }), line('input', 'series-b', 'series-b', mean('input_tps'), { dash: 'dash' }), line('wasted output', 'p99', 'p99', mean('wasted_tps'), { dash: 'dot' })] },
    { id: 'chart-flight', title: 'Requests in flight', note, y: 'requests', format: plain, marks,
      series: [line('in flight', 'series-c', 'series-c', of('in_flight'), { fill: true }), line('waiting for the first token', 'p95', 'p95', of('waiting'), { dash: 'dash' })] },
    { id: 'chart-ended', title: 'Requests that ended, per second', note: over(calm.means), y: 'requests/s', format: rate, marks,
      series: [line('ok', 'series-a', 'series-a', mean('ok_per_s')), line('failed', 'p99', 'p99', mean('failed_per_s'), { dash: 'dash' }), line('client left', 'p95', 'p95', mean('left_per_s'), { dash: 'dot' })] },
    { id: 'chart-attainment', title: 'Good and failed', note: `${over(calm.shares)}, shares of all`, y: '% of requests', format: share, marks, least: 1,
      series: [...(doc.slos.length > 0 ? [line('good (SLO attainment)', 'series-c', 'series-c', shareOver(of('good_per_s'), of('judged_per_s'), calm.shares))] : []), line('failed', 'p99', 'p99', shareOver(of('failed_per_s'), sum(of('ok_per_s'), of('failed_per_s'), of('left_per_s')), calm.shares), { dash: 'dash' })] },
  ];
}
