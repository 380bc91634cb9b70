import type { PageScript } from './driver.ts';

/* What the driver of a browser runs in its pages: text, evaluated there. */

/** Runs in every new document: links and scripts that ask for a new tab get this one. */
export const ONE_TAB = `
  window.open = (url) => { if (url) location.assign(url); return null; };
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[target], area[target]');
    if (link) link.target = '_self';
  }, true);`;

/**
 * Runs in every new document: no list, calendar or colour picker opens. They are no part of the page, and opening one in a page
 * without a window ends the whole browser (Chromium 156). What they offer is set by `select` and `type`.
 */
export const NO_POPUP = `(() => {
  const picked = 'input[type=color], input[type=date], input[type=time], input[type=month], input[type=week], input[type=datetime-local]';
  const isList = (field) => field.localName === 'select' && !field.multiple && field.size <= 1;
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement]) prototype.showPicker = () => {};
  const guard = (type, opens) => addEventListener(type, (event) => {
    const [field] = event.composedPath();
    if (field instanceof Element && (isList(field) || field.matches(picked)) && opens(event, field)) event.preventDefault();
  }, true);
  guard('keydown', ({ key, altKey }, field) => key === ' ' || key === 'F4' || (altKey && key.startsWith('Arrow'))
    || (key === 'Enter' && (isList(field) || field.type === 'color')));
  guard('mousedown', (event, field) => isList(field) && (field.focus(), true));
  guard('click', (event, field) => !isList(field));
})();`;

const SITE_LOOK = `(() => {
  const ready = window.reverieSite?.ready;
  const complete = document.readyState === 'complete' && location.href !== 'about:blank';
  const signature = ready === undefined
    ? document.querySelectorAll('*').length + ' ' + document.body?.textContent.length : undefined;
  return { ready, complete, signature };
})()`;

/** How the pages of the built-in sites are asked. */
export const SITE_SCRIPT: PageScript = { look: SITE_LOOK, state: 'window.reverieSite?.state()' };
