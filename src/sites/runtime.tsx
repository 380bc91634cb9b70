import { render } from 'preact';
import { createRng } from '../core/rng.ts';
import { FAMILIES } from './index.ts';
import { cssOf, lookOf } from './look.ts';
import { type Messages, siteBase } from './site.ts';
import { styleOf } from './style.tsx';

/*
 * Turns a site family into ordinary pages. One document per address; the visit (state, pending messages, latency
 * counter) lives in sessionStorage, so links, forms, history and reload behave as on any site.
 */

declare global {
  interface Window {
    /** `ready` is false from an event or navigation until its result is rendered; `state()` is a copy of the visit's state. */
    reverieSite?: { readonly ready: boolean; state(): unknown };
  }
}

const ADDRESS = /^\/site\/(\d+)\/([a-z]+)\/(\d+)(?:\/(.*))?$/;
const SUBMITTERS = 'button, input[type=submit]';

/** Heavy tail: log-normal, median 60 ms, one in a hundred above 0.6 s; bounded so that no wait is hopeless. */
const delayMs = (seed: number, load: number): number =>
  Math.min(3000, 60 * Math.exp(createRng(seed).fork(load).normal()));

/** Runs the page that `location` names, or says what is wrong with the address. */
function start(): void {
  const match = ADDRESS.exec(location.pathname);
  const found = match ? FAMILIES[match[2]] : undefined;
  if (!match || !found) {
    document.title = 'No such site';
    render(<p>No such site: {location.pathname}</p>, document.body);
    return;
  }
  const family = found;
  const [, slot, , seedText] = match;
  const seed = Number(seedText);
  const base = siteBase(Number(slot), family.name, seed);
  const key = `reverie:${slot}:${family.name}:${seedText}`;
  const slots = { state: key, messages: `${key}:messages`, latency: `${key}:latency` };
  const world = family.world(seed);

  const query = new URLSearchParams(location.search);
  if (query.has('fresh')) {
    const latency = query.get('latency');
    for (const name of Object.values(slots)) sessionStorage.removeItem(name);
    if (latency !== null)
      sessionStorage.setItem(slots.latency, JSON.stringify({ seed: Number(latency) >>> 0, loads: 0 }));
    query.delete('fresh');
    query.delete('latency');
    const rest = query.toString();
    history.replaceState(null, '', `${base}/${match[4] ?? ''}${rest ? `?${rest}` : ''}`);
  }

  const stored = sessionStorage.getItem(slots.state);
  let state: unknown = stored === null ? family.initial(world) : JSON.parse(stored);
  const save = (): void => sessionStorage.setItem(slots.state, JSON.stringify(state));
  if (stored === null) save();

  const takeMessages = (): Messages => {
    const text = sessionStorage.getItem(slots.messages);
    sessionStorage.removeItem(slots.messages);
    return text === null ? {} : JSON.parse(text);
  };

  const head = document.createElement('base');
  head.href = `${base}/`;
  const sheet = document.createElement('style');
  sheet.textContent = cssOf(styleOf(seed), lookOf(family.name, seed));
  document.head.append(head, sheet);

  let ready = false;
  window.reverieSite = {
    get ready() {
      return ready;
    },
    state: () => structuredClone(state),
  };

  const here = (): string => location.pathname.slice(base.length).replace(/^\/?/, '/') + location.search;
  const show = (messages: Messages): void => {
    const page = family.view(world, state, here(), messages);
    document.title = page.title;
    render(page.body, document.body);
    // Going back gives the page of its address and of the visit's state, in every browser and frame: not what was last typed.
    for (const control of document.querySelectorAll('input, select, textarea')) {
      control.setAttribute('autocomplete', 'off');
    }
    ready = true;
  };
  /** Shows at once, or after the visit's next delay when latency is on. */
  const arrive = (messages: Messages): void => {
    const latency = sessionStorage.getItem(slots.latency);
    if (latency === null) {
      show(messages);
      return;
    }
    const { seed: latencySeed, loads } = JSON.parse(latency) as { seed: number; loads: number };
    sessionStorage.setItem(slots.latency, JSON.stringify({ seed: latencySeed, loads: loads + 1 }));
    setTimeout(show, delayMs(latencySeed, loads), messages);
  };

  const raise = (control: HTMLElement, form: HTMLFormElement | null): void => {
    ready = false;
    const event = {
      type: control.dataset.on ?? '',
      arg: control.dataset.arg ?? '',
      fields: fieldsOf(control, form),
      url: here(),
    };
    const update = family.update(world, state, event);
    state = update.state;
    save();
    if (update.navigate === undefined) {
      arrive(update.messages ?? {});
      return;
    }
    if (update.messages) sessionStorage.setItem(slots.messages, JSON.stringify(update.messages));
    location.assign(`${base}${update.navigate}`);
  };

  document.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('[data-on]');
    if (!control || control.matches('form, select, input, textarea')) return;
    // A submit button of a form speaks through the form's submit event, as Enter in a field does.
    if (control instanceof HTMLButtonElement && control.form && control.type === 'submit') return;
    event.preventDefault();
    raise(control, control.closest('form'));
  });
  document.addEventListener('change', (event) => {
    const control = event.target as HTMLElement;
    if (control.matches('select[data-on], input[type=checkbox][data-on]')) raise(control, control.closest('form'));
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const button = event.submitter ?? form.querySelector<HTMLElement>(SUBMITTERS);
    const speaker = button?.dataset.on !== undefined ? button : form;
    if (speaker.dataset.on === undefined) return;
    event.preventDefault();
    raise(speaker, form);
  });
  window.addEventListener('pagehide', () => {
    ready = false;
  });
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    // Back from the browser's page cache: the visit went on meanwhile, so build the page anew as a load would.
    const latest = sessionStorage.getItem(slots.state);
    if (latest !== null) state = JSON.parse(latest);
    render(null, document.body);
    arrive(takeMessages());
  });
  arrive(takeMessages());
}

/** Values by name of the controls of `form` (checkbox: 'on' or ''; radio: the checked one), and of `control` itself. */
function fieldsOf(control: HTMLElement, form: HTMLFormElement | null): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const element of [control, ...(form?.elements ?? [])]) {
    if (element instanceof HTMLInputElement) {
      if (element.type === 'radio' && !element.checked) continue;
      fields[element.name] = element.type === 'checkbox' ? (element.checked ? 'on' : '') : element.value;
    } else if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) {
      fields[element.name] = element.value;
    }
  }
  return fields;
}

start();
