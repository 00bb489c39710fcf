// What the servers said of themselves, under the client's charts and on their time axis.
import { h, part } from './dom.js';
import { count, rate, share } from './format.js';
import { shades } from './latency.js';
import { timeChart } from './timechart.js';

const FORMATS = { rate, count, share };
const LOOKS = [{ key: 'series-a', color: '--series-a', fill: true }, { key: 'series-b', color: '--series-b', dash: 'dash' }];

export function serverPart(level) {
  const server = level.server;
  if (!server) return [];
  return [part('server', 'What the server reported', server.lead, h('div', { class: 'columns' }, server.charts.map(chart => timeChart({
    ...chart, format: FORMATS[chart.format], span: level.span, shade: shades(level), least: chart.format === 'share' ? 1 : undefined,
    series: chart.series.map((s, at) => ({ ...s, ...LOOKS[at], fill: chart.series.length === 1, gaps: true, step: chart.format === 'count' })) }))))];
}
