// Tokens nobody had any good of, and who left before the first one.
import { h, svg, table } from './dom.js';
import { count, duration, share, shortDuration } from './format.js';
import { axes } from './axes.js';
import { linearScale, logScale } from './scale.js';
import { money } from './livemoney.js';
import { span } from './liveclock.js';

export function waste({ waste: ledger, currency }) {
  const lost = ledger.wasted_output_tokens, all = ledger.output_tokens, priced = ledger.cost !== undefined;
  if (ledger.causes.every(cause => cause.attempts === 0)) return [h('p', null, all === 0 ? 'No output token has arrived yet.' : `Nothing was wasted of ${count(all)} output tokens since the gateway started.`)];
  return [h('p', null, h('strong', null, all === 0 ? 'No output token has arrived yet' : `${share(lost / all)} of ${count(all)} output tokens`), priced ? `, ${money(ledger.cost, currency)} of ${money(ledger.cost_of_all, currency)} with their prompts,` : '', ' since the gateway started. In tokens:'),
    h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Waste by cause' }, h('table', null,
      h('thead', null, h('tr', null, ['cause', 'exchanges', 'output', 'input', ...(priced ? ['money'] : [])].map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, ledger.causes.map(cause => h('tr', { 'data-key': cause.cause }, h('th', { scope: 'row', class: 'cause' }, cause.name, bar(lost > 0 ? cause.output_tokens / lost : 0)), h('td', null, count(cause.attempts)), h('td', null, count(cause.output_tokens)), h('td', null, count(cause.input_tokens)),
        priced && h('td', null, money(cause.cost, currency))))))),
    ledger.rejected_draft_tokens > 0 && h('p', { class: 'muted small' }, `In addition, ${count(ledger.rejected_draft_tokens)} draft tokens were rejected inside the engines.`)];
}

function bar(part) {
  return svg('svg', { class: 'track small-track', viewBox: '0 0 100 6', preserveAspectRatio: 'none', role: 'img', 'aria-label': `${share(part)} of the waste` }, svg('rect', { class: 'bed', width: 100, height: 6 }), svg('rect', { class: 'fill', width: part * 100, height: 6 }));
}

const WIDE = 560, HEIGHT = 230, LEFT = 52, TOP = 26, BASE = 184;

export function abandonment({ abandonment: gone }) {
  const all = gone.answered + gone.left + gone.timed_out;
  if (all === 0) return [h('p', { class: 'muted' }, 'No client waited for a first token in the last hour.')];
  const head = h('p', null, h('strong', null, `${gone.left === 0 ? 'None' : count(gone.left)} of ${count(all)} left`), ` in the last ${span(gone.seconds)}. ${cutOff(gone.timed_out)}${tail(gone)}`);
  const bands = gone.bands.filter(band => band.waiting > 0);
  if (gone.left + gone.timed_out === 0) return [head];
  return [head, gone.left > 0 && curve(bands), h('p', { class: 'muted small' }, 'Given up: the share of all who came that had left by then. Those who failed otherwise before a token are excluded.'), bandTable(bands)];
}

function cutOff(many) {
  return many === 0 ? '' : `${count(many)} ${many === 1 ? 'was' : 'were'} cut off by the gateway's own time-out. `;
}

function tail(gone) {
  const answered = gone.ttft_p95_answered_ms, whole = gone.ttft_p95_ms;
  if (answered === undefined) return '';
  return whole === undefined ? `TTFT p95 is ${duration(answered)} of those who were answered; how long all would have waited is not known, as too many left.`
    : `TTFT p95 is ${duration(answered)} for those who were answered. With those who left counted as still waiting, it is ${duration(whole)} (Kaplan–Meier estimate).`;
}

function curve(bands) {
  const known = bands.filter(band => band.to_ms !== undefined);
  if (known.length < 2) return undefined;
  const x = logScale(known[0].to_ms / 2, known.at(-1).to_ms, LEFT, WIDE - 10), y = linearScale(0, Math.max(0.01, ...known.map(b => b.gone_share)) * 1.15, BASE, TOP);
  const d = known.map((b, i) => `${i === 0 ? `M${LEFT} ${y(0)}` : ''}L${x(b.to_ms).toFixed(1)} ${y(b.gone_share).toFixed(1)}`).join('');
  const last = known.at(-1);
  return h('figure', null, h('figcaption', null, 'Clients that gave up, by waiting time', h('span', { class: 'muted' }, 'of all who waited')),
    svg('svg', { class: 'chart', viewBox: `0 0 ${WIDE} ${HEIGHT}`, role: 'img', 'aria-label': `After ${duration(last.to_ms)}, ${share(last.gone_share)} of all who came had given up.` },
      axes({ x, y, xText: shortDuration, yText: t => `${Number((t * 100).toPrecision(3))} %`, xTitle: 'time waited, log scale', yTitle: '% who had given up', yTicks: 4 }, { left: LEFT, right: WIDE - 10, top: TOP, base: BASE }),
      svg('path', { class: 'gone-line', d })));
}

function bandTable(bands) {
  return h('details', null, h('summary', null, 'Bands as a table'), h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Bands as a table' },
      table(['waited up to', 'still waiting', 'left', 'cut off', 'answered'], bands.map(b => [b.to_ms === undefined ? 'longer' : duration(b.to_ms), count(b.waiting), count(b.left), count(b.timed_out), count(b.answered)]))));
}
