// The top of the live page: verdicts, then what goes on now.
import { h, ratingPill } from './dom.js';
import { count, duration, rate, share } from './format.js';
import { span } from './liveclock.js';

const SIGNS = { good: '✔', warn: '!', bad: '✘' };
const NONE = '–';

export function bandOf(doc) {
  const { gateway, now } = doc;
  return h('div', { class: 'band', 'data-key': 'band' },
    h('h1', null, gateway.listen === 'watch' ? 'Watch' : `Gateway ${gateway.listen}`),
    h('p', { class: 'subtitle' }, [gateway.draining && 'draining: it takes no new requests and ends those it has', `up ${span(gateway.up_s)}`, `goodput ${gateway.version}`, ...gateway.notes].filter(Boolean).join(' · ')),
    h('div', { class: 'verdicts' }, doc.verdicts.map(v => h('div', { class: `verdict ${v.tone}` },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[v.tone] ?? '·'), h('strong', null, v.title), h('p', null, v.text)))),
    h('div', { class: 'tiles', 'aria-label': 'Now', role: 'group' }, tiles(now)),
    h('p', { class: 'muted small' }, `Requests in flight are those of this moment; ${now.rates_s > 0 ? `rates cover the last ${span(now.rates_s)}; ` : ''}tokens count when a response ends. Latencies and errors cover requests that ended in the last minute. A latency starts when the whole request has been read.`));
}

function tiles(now) {
  return [
    tile('Requests', now.ended_per_s === undefined ? NONE : rate(now.ended_per_s), '/s', [`${now.ok_per_s === undefined ? NONE : rate(now.ok_per_s)} /s finished`]),
    tile('In flight', count(now.in_flight), '', [`${count(now.waiting_for_first_token)} waiting for a first token`]),
    latency('TTFT', now.ttft_ms, 'requests', now.ttft_rating), latency('TPOT', now.tpot_ms, 'requests', now.tpot_rating), latency('ITL', now.itl_ms, 'gaps'),
    tile('Output', now.output_tps === undefined ? NONE : rate(now.output_tps), 'tok/s', [`delivered${ago(now)}`]),
    tile('Input', now.input_tps === undefined ? NONE : rate(now.input_tps), 'tok/s', [`of finished responses${ago(now)}`]),
    tile('Errors', now.error_rate === undefined ? NONE : share(now.error_rate), '', [now.error_rate > 0.01 && h('span', { class: 'pill bad' }, 'above 1 %'), ' ', `${count(now.failed)} of ${count(now.requests)}`]),
    latency('Delay per chunk', now.forward_delay_ms),
  ];
}

function ago(now) {
  return now.tokens_age_s >= 2 ? `, ${span(now.tokens_age_s)} ago` : '';
}

// counted: what the figures are of, in the plural; without it, the gateway's own delay.
function latency(name, dist, counted, rating) {
  if (!dist) return tile(`${name} p50 / p95`, NONE, '', ['none in the last minute']);
  const most = dist.p95 === undefined, top = dist.p95 ?? dist.max;
  return tile(`${name} p50 / ${most ? 'max' : 'p95'}`, pair(duration(dist.p50 ?? dist.max), duration(top)), '', [rating && h('span', { class: ratingPill(rating.tone) }, rating.word), rating && ' ', counted ? `${count(dist.count)} ${counted}` : 'byte read to byte forwarded']);
}

// One unit where both have the same: 61 / 118 ms.
function pair(a, b) {
  const [x, unit] = a.split(' '), [y, other] = b.split(' ');
  return unit === other ? [`${x} / ${y}`, h('span', { class: 'unit' }, ` ${unit}`)] : [x, h('span', { class: 'unit' }, ` ${unit}`), ` / ${y}`, h('span', { class: 'unit' }, ` ${other}`)];
}

function tile(name, value, unit, note) {
  return h('div', { class: 'tile' }, h('div', { class: 'name' }, name), h('div', { class: 'value' }, value, unit && value !== NONE && h('span', { class: 'unit' }, ` ${unit}`)), h('div', { class: 'small muted' }, note));
}
