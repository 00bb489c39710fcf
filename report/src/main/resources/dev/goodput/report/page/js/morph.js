// Makes what is drawn equal to what was made anew, and touches nothing that is equal already: the
// keyboard, a selection, an open table and the place that was scrolled to stay.

// An element with data-own is left to whoever draws into it.
export function morph(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.dataset?.key !== fresh.dataset?.key) { old.replaceWith(fresh); return; }
  if (old.nodeType === Node.TEXT_NODE) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  attributes(old, fresh);
  if (old.dataset?.own === undefined) children(old, fresh);
}

// What a reader opened stays open.
function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function children(old, fresh) {
  const wanted = [...fresh.childNodes];
  const keyed = new Map([...old.children].filter(child => child.dataset?.key).map(child => [child.dataset.key, child]));
  wanted.forEach((next, at) => {
    const same = next.dataset?.key && keyed.get(next.dataset.key);
    if (same && old.childNodes[at] !== same) old.insertBefore(same, old.childNodes[at] ?? null);
    const now = old.childNodes[at];
    if (now) morph(now, next); else old.append(next);
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}

// The same for what an element holds.
export function fillWith(box, ...content) {
  const fresh = box.cloneNode(false);
  fresh.append(...content.flat(3).filter(child => child !== undefined && child !== null && child !== false));
  const picked = box.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  children(box, fresh);
  if (picked !== undefined && !box.contains(document.activeElement)) [...box.querySelectorAll('[data-key]')].find(each => each.dataset.key === picked)?.focus({ preventScroll: true });
}
