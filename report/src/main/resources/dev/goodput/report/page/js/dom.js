// Builds elements from text and attributes only: nothing here ever parses markup, so that no name
// or message in the data can become an element.
import { count, duration } from './format.js';

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(3).filter(child => child !== undefined && child !== null && child !== false));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// Text in which no line ends within an option such as --url.
export function prose(text) {
  return String(text ?? '').split(/(?<=^|\s)(--[a-z][a-z0-9-]*)/).map((piece, i) => (i % 2 ? h('span', { class: 'option' }, piece) : piece));
}

export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

// Draws into the box at its present width, and again whenever that changes or the theme does, for as
// long as the box is part of the page.
export function responsive(box, draw) {
  let width = 0;
  const redraw = () => {
    const now = Math.max(260, Math.floor(box.clientWidth));
    if (box.clientWidth === 0 || now === width) return;
    width = now;
    box.replaceChildren(...[draw(now)].flat());
  };
  const observer = new ResizeObserver(redraw);
  const retheme = () => {
    if (box.isConnected) { width = 0; redraw(); return; }
    observer.disconnect();
    document.removeEventListener('goodput-theme', retheme);
  };
  observer.observe(box);
  document.addEventListener('goodput-theme', retheme);
  queueMicrotask(redraw);
}

export function legend(...entries) {
  return h('ul', { class: 'legend' }, entries.filter(Boolean).map(([key, text]) =>
    h('li', null, h('span', { class: `key ${key}`, 'aria-hidden': 'true' }), text)));
}

// The figures of a chart as a table, made when it is first opened.
export function tableOf(title, heads, rows) {
  const details = h('details', null, h('summary', null, title));
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    details.append(h('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': title }, table(heads, rows())));
  });
  return details;
}

// Columns of words, from the second on, stand to the left and may wrap.
export function table(heads, rows, words = []) {
  const kind = at => (words.includes(at) ? 'words' : undefined);
  return h('table', null,
    h('thead', null, h('tr', null, heads.map((head, at) => h('th', { scope: 'col', class: kind(at) }, head)))),
    h('tbody', null, rows.map(row => h('tr', null, row.map((cell, at) =>
      at === 0 ? h('th', { scope: 'row' }, cell) : h('td', { class: kind(at) }, cell))))));
}

// A table that scrolls inside its card where it is wider.
export function scrolled(label, content, kind = '') {
  return h('div', { class: `table-scroll ${kind}`, tabindex: '0', role: 'region', 'aria-label': label }, content);
}

const NEEDS = { p50: 2, p90: 10, p95: 20, p99: 100, p999: 1000 };

// A percentile; a dash that says why where there are too few requests for it.
export function percentile(dist, key) {
  if (!dist || dist[key] !== undefined) return duration(dist?.[key]);
  const why = dist.max === undefined ? 'only the mean is known' : `needs ${count(NEEDS[key])} requests, there are ${count(dist.count)}; the maximum is ${duration(dist.max)}`;
  return h('span', { class: 'muted', title: why }, '–');
}

// How a figure feels. Green is for what meets an SLO.
export const ratingPill = state => `pill ${state === 'good' ? '' : state}`;

export function part(id, title, lead, ...content) {
  return h('section', { class: 'part', id, 'aria-labelledby': `${id}-title` },
    h('div', { class: 'part-head' }, h('h2', { id: `${id}-title` }, title)),
    lead && h('p', { class: 'lead' }, lead), content);
}

// Tabs by the pattern of the ARIA practices: arrows move, the chosen tab alone is in the tab order.
export function tabs(label, names, choose) {
  const buttons = names.map((name, at) => h('button', {
    role: 'tab', type: 'button', 'aria-selected': at === 0 ? 'true' : 'false', tabindex: at === 0 ? '0' : '-1',
    onclick: () => pick(at),
  }, name));
  function pick(at) {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', i === at ? 'true' : 'false');
      button.tabIndex = i === at ? 0 : -1;
    });
    choose(at);
  }
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, buttons);
  list.addEventListener('keydown', event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = (buttons.findIndex(b => b.tabIndex === 0) + step + buttons.length) % buttons.length;
    buttons[at].focus();
    pick(at);
    event.preventDefault();
  });
  return list;
}
