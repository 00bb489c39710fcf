// Every latency of the last five minutes by its percentiles.
import { h, percentile } from './dom.js';
import { count } from './format.js';
import { span } from './liveclock.js';

const ROWS = [['ttft_ms', 'TTFT'], ['first_byte_ms', 'first byte'], ['first_answer_ms', 'first answer token'], ['tpot_ms', 'TPOT'], ['itl_ms', 'ITL, per token'], ['chunk_gap_ms', 'chunk gap'], ['generation_time_ms', 'generation'], ['e2el_ms', 'E2EL'],
  ['stall_ms', 'longest stall of a reader'], ['gateway_wait_ms', 'waited in the gateway'], ['service_ttft_ms', 'TTFT of the upstream'], ['headers_wait_ms', 'wait for response headers'], ['forward_delay_ms', 'added by the gateway']];
const COLUMNS = [['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['max', 'max']];

export function latencyTable(doc) {
  const rows = ROWS.filter(([key]) => doc.latencies[key]);
  if (rows.length === 0) return [h('p', { class: 'muted' }, 'No request succeeded in the last five minutes.')];
  return [h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Latencies' }, h('table', null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, `last ${span(doc.latencies.seconds)}`), COLUMNS.map(([, name]) => h('th', { scope: 'col' }, name)), h('th', { scope: 'col' }, 'count'))),
    h('tbody', null, rows.map(([key, name]) => h('tr', { 'data-key': key }, h('th', { scope: 'row' }, name), COLUMNS.map(([column]) => h('td', null, percentile(doc.latencies[key], column))), h('td', null, count(doc.latencies[key].count))))))),
  h('p', { class: 'muted small' }, 'A dash: too few requests for this percentile. Failures have no latency. They count in errors, SLO attainment and goodput.')];
}
