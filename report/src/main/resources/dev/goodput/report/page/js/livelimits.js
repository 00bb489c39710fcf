// What no figure of this page can tell, said plainly.
import { h } from './dom.js';

export function limits(doc) {
  return [h('ul', { class: 'notes' }, doc.cannot_know.map(words => h('li', null, words)))];
}
