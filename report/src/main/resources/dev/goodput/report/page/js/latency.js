// Latency: one metric at a time as a distribution and over time, all of them in one table.
import { h, part, tabs } from './dom.js';
import { duration, count } from './format.js';
import { distribution } from './distribution.js';
import { timeChart } from './timechart.js';
import { rowsOf } from './timeline.js';

// These four are said to be not applicable where they are; the others are left out.
const ALWAYS = ['TTFT', 'TPOT', 'ITL', 'E2EL'];
const COLUMNS = [['mean', 'mean'], ['p50', 'p50'], ['p90', 'p90'], ['p95', 'p95'], ['p99', 'p99'], ['p999', 'p99.9'], ['max', 'max']];

export function latencyPart(level) {
  const box = h('div', { class: 'columns', role: 'tabpanel', 'aria-label': 'The chosen latency' });
  const choose = at => {
    const metric = level.latencies[at];
    box.replaceChildren(distribution({ ...metric, marks: marksOf(level.document[metric.key]) }), metric.over_time ? overTime(metric, level) : h('div'));
  };
  if (level.latencies.length > 0) choose(0);
  const section = part('latency', 'Latency', level.latency_lead, box, percentileTable(level), h('p', { class: 'muted small' }, (lacksPercentile(level) ? 'A dash: too few requests for this percentile; the maximum stands for it. ' : '') + 'Failures have no latency: they are in error rate, attainment and goodput.'));
  section.querySelector('.part-head').append(tabs('Latency', level.latencies.map(m => m.name), choose));
  return section;
}

// p50, p95 and p99 where there are enough requests for them; the maximum stands for those that are absent.
function marksOf(dist) {
  const marks = ['p50', 'p95', 'p99'].filter(name => dist?.[name] !== undefined).map(name => ({ name, value: dist[name] }));
  return dist && marks.length < 3 && dist.max !== undefined ? [...marks, { name: 'max', value: dist.max }] : marks;
}

function at(document, path) {
  return path.split('.').reduce((part, name) => part?.[name], document);
}

// Percentiles over time. Where the timeline holds every request they come from its rows, in windows
// of about 30 requests, with a dot for each request; a longer run has enough of them in each slice.
function seriesOf(metric, level) {
  const value = { ttft_ms: row => row.first && (row.first - row.start) * 1000, e2el_ms: row => row.last && (row.last - row.start) * 1000,
    tpot_ms: row => row.streamed > 1 && row.last && (row.last - row.first) * 1000 / (row.streamed - 1) }[metric.key];
  const rows = rowsOf(level.timeline).filter(row => row.outcome === 'ok' && value(row) > 0);
  if (!level.timeline.complete || rows.length === 0) return { ...metric.over_time, dots: [] };
  const dots = rows.map(row => [row.start, value(row)]), span = Math.max(...dots.map(([t]) => t)) * 1.0001;
  const windows = Math.max(1, Math.min(60, Math.floor(rows.length / 30))), wide = span / windows;
  const buckets = Array.from({ length: windows }, () => []);
  dots.forEach(([t, v]) => buckets[Math.floor(t / wide)].push(v));
  buckets.forEach(bucket => bucket.sort((a, b) => a - b));
  const rank = p => buckets.map(bucket => (bucket.length * (1 - p) < 1 && p > 0.5 && bucket.length < 20 ? null : bucket[Math.ceil(p * bucket.length) - 1] ?? null));
  return { by: duration(wide * 1000), seconds: buckets.map((_, i) => (i + 0.5) * wide), p50: rank(0.5), p95: rank(0.95), p99: [], dots };
}

function overTime(metric, level) {
  const t = seriesOf(metric, level);
  return timeChart({
    title: `${metric.name} over time`, note: `by ${t.by}${t.dots.length ? ', a dot per request' : ''}, log axis`, seconds: t.seconds, dots: t.dots, span: level.span, log: true, format: duration, slo: metric.threshold,
    shade: shades(level),
    series: [['p50', '--p50', 'solid'], ['p95', '--p95', 'dash'], ['p99', '--p99', 'dot']].filter(([name]) => t[name]?.some(v => v !== null))
      .map(([name, color, dash]) => ({ name, key: name, color, dash, values: t[name] })),
  });
}

export function shades(level) {
  return [[0, level.window[0]], [level.window[1], level.span]];
}

function tableOfPercentiles(level) {
  const rows = level.table.map(row => ({ ...row, dist: at(level.document, row.path) })).filter(row => row.dist || ALWAYS.includes(row.name));
  const columns = COLUMNS.filter(([key]) => rows.some(row => row.dist?.[key] !== undefined));
  return [rows, columns.length > 0 ? columns : COLUMNS.slice(0, 1)];
}

function lacksPercentile(level) {
  const [rows, columns] = tableOfPercentiles(level);
  return rows.some(row => row.dist && columns.some(([key]) => row.dist[key] === undefined));
}

function percentileTable(level) {
  const [rows, columns] = tableOfPercentiles(level);
  return h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Percentiles' }, h('table', { class: 'percentiles' },
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, level.latency_from), columns.map(([, title]) => h('th', { scope: 'col' }, title)), h('th', { scope: 'col' }, 'count'), h('th', { scope: 'col', class: 'words' }, 'rating of p95'))),
    h('tbody', null, rows.map(row => h('tr', null, h('th', { scope: 'row', title: row.long }, row.name),
      row.dist ? columns.map(([key]) => h('td', null, row.dist[key] === undefined ? h('span', { class: 'muted', title: 'too few requests for this percentile; the maximum stands for it' }, '–') : duration(row.dist[key])))
        : h('td', { colspan: columns.length, class: 'muted' }, 'not applicable'),
      h('td', null, row.dist ? count(row.dist.count) : ''), h('td', { class: 'words' }, row.rating && h('span', { class: `pill ${row.state}` }, row.rating)))))));
}
