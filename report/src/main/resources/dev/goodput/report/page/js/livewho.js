// Who asked for what, and what it came to: by model, tenant, route and upstream, and by session.
import { h } from './dom.js';
import { count, duration, rate, share } from './format.js';
import { moment, span } from './liveclock.js';
import { joules } from './livecost.js';
import { money } from './livemoney.js';

const ONE = { models: 'model', tenants: 'tenant', routes: 'route', upstreams: 'upstream' };
const or = (value, format) => (value === undefined ? '–' : format(value));

export function groupTable(doc, kind) {
  const { rows, more, seconds } = doc.groups[kind], priced = rows.some(row => row.cost !== undefined), judged = rows.some(row => row.attainment !== undefined), powered = rows.some(row => row.energy_j !== undefined);
  if (rows.length === 0) return [h('p', { class: 'muted' }, 'No request ended in the last five minutes.')];
  const heads = [`${ONE[kind]}, last ${span(seconds)}`, 'requests', 'errors', 'TTFT p50', 'TTFT p95', 'TPOT p95', 'output tok/s', ...(judged ? ['attainment'] : []), ...(priced ? ['money'] : []), ...(powered ? ['energy since the start'] : [])];
  const name = row => (row.folded ? h('em', null, 'all others') : row.name ?? h('em', { class: 'muted' }, 'not named'));
  return [h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': `By ${ONE[kind]}` }, h('table', null, h('thead', null, h('tr', null, heads.map(head => h('th', { scope: 'col' }, head)))),
    h('tbody', null, rows.map(row => h('tr', { 'data-key': `${kind} ${row.name ?? ''}` }, h('th', { scope: 'row', class: 'name' }, name(row)),
      h('td', null, count(row.requests)), h('td', null, or(row.error_rate, share)), h('td', null, or(row.ttft_p50_ms, duration)), h('td', null, or(row.ttft_p95_ms, duration)), h('td', null, or(row.tpot_p95_ms, duration)),
      h('td', null, or(row.output_tps, rate)), judged && h('td', null, or(row.attainment, share)), priced && h('td', null, or(row.cost, value => money(value, doc.currency))), powered && h('td', null, or(row.energy_j, joules))))))),
  more > 0 && h('p', { class: 'muted small' }, `${count(more)} more are not shown; /metrics has them.`)];
}

export function sessions(doc) {
  const { rows } = doc.sessions, each = doc.sessions.infrastructure_per_session, over = rows.some(row => row.over_tokens > 0);
  if (rows.length === 0) return [h('p', { class: 'muted' }, 'No request had a session ID.')];
  const priced = rows.some(row => row.cost !== undefined);
  return [h('p', { class: 'lead' }, `Those that took most output tokens.${each === undefined ? '' : ` By the cost of the upstreams, a session of the last hour comes to ${money(each, doc.currency)}.`}`),
    h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Sessions' }, h('table', null,
      h('thead', null, h('tr', null, ['session', 'requests', 'input tokens', 'output tokens', ...(priced ? ['money'] : []), 'mean TTFT', 'mean E2EL', 'last seen'].map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', null, rows.map(row => h('tr', { 'data-key': row.session }, h('th', { scope: 'row', class: 'name' }, row.session), h('td', null, count(row.requests)), h('td', null, count(row.input_tokens)), h('td', null, count(row.output_tokens), row.over_tokens > 0 && h('span', { class: 'muted' }, ` ± ${count(row.over_tokens)}`)),
        priced && h('td', null, or(row.cost, value => money(value, doc.currency))), h('td', null, or(row.mean_ttft_ms, duration)), h('td', null, or(row.mean_e2el_ms, duration)), h('td', null, moment(row.last_seen, doc.at))))))),
    over && h('p', { class: 'muted small' }, 'Only those with the most traffic are kept; a count may be too high by the number after ±.')];
}
