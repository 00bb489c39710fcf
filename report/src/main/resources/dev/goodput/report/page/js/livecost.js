// What the last five minutes cost, in money and in electric energy, per unit of work.
import { h, table } from './dom.js';
import { rate, share, significant } from './format.js';
import { span } from './liveclock.js';
import { money } from './livemoney.js';

const or = (value, format) => (value === undefined ? '–' : format(value));
const UNITS = [['per_million_output_tokens', 'per million output tokens'], ['per_million_good_tokens', 'per million good tokens'], ['per_request', 'per request']];

// 640 J, 12.4 kJ, 1.7 kWh.
export function joules(value) {
  if (value < 1e3) return `${significant(value)} J`;
  return value < 3.6e6 ? `${significant(value / 1e3)} kJ` : `${significant(value / 3.6e6)} kWh`;
}

export function costs(doc) {
  const parts = [...(doc.cost ? moneyTable(doc) : []), ...(doc.energy ? energyTable(doc.energy) : [])];
  return parts.length > 0 ? parts : [h('p', { class: 'muted' }, 'No price and no power is known. Set prices or cost-per-hour, and power, in gateway.yaml.')];
}

function moneyTable({ cost, currency }) {
  const ways = [['upstreams', 'upstreams, by the hour'], ['tokens', 'tokens, by price list']].filter(([key]) => cost[key]);
  return [h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Cost' },
    table([`cost, last ${span(cost.seconds)}`, ...ways.map(([, name]) => name)], UNITS.map(([key, name]) => [name, ...ways.map(([way]) => or(cost[way][key], value => money(value, currency)))]), [0]))];
}

function energyTable(energy) {
  const all = energy.upstreams.length > 1 ? [row('all', energy, energy.joules, energy.upstreams.reduce((sum, up) => sum + up.unattributed_j, 0))] : [];
  const rows = energy.upstreams.map(up => row(up.name, up, up.joules, up.unattributed_j, up));
  return [h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Power and energy' },
    table([`power, last ${span(energy.seconds)}`, 'now', 'mean', 'tokens per joule', 'J per good token', 'energy since the start', 'of it without requests'], [...rows, ...all], [0])),
  energy.problem && h('p', { class: 'muted small' }, `Energy per token of all traffic is unknown: ${energy.problem}.`),
  h('p', { class: 'muted small' }, 'The energy of a minute belongs to the requests whose output tokens arrived in it, by their number. Without any, it belongs to none.')];
}

function row(name, part, all, idle, up) {
  const watts = value => `${rate(value)} W`;
  const known = up && part.mean_w === undefined ? h('span', { class: 'muted' }, `known for ${share(up.known_share)}`) : or(part.mean_w, watts);
  return [name, or(part.watts, watts), known, or(part.tokens_per_joule, rate), or(part.per_good_token_j, rate), joules(all), joules(idle)];
}
