// What the page was drawn from, as files.
import { h } from './dom.js';

export function downloads(data) {
  return h('p', null, save('result.json', () => data.document), ' ', save('page-data.json', () => data));
}

export function save(name, content) {
  return h('button', { type: 'button', onclick: () => {
    const url = URL.createObjectURL(new Blob([JSON.stringify(content(), null, 1)], { type: 'application/json' }));
    const link = h('a', { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } }, `Download ${name}`);
}
