import type { SiteEvent, Update } from '../site.ts';
import { type DeskState, type DeskWorld, FIELDS, type TicketState } from './world.ts';

/** `state` with ticket `id` changed. */
export const withTicket = (state: DeskState, id: string, change: Partial<TicketState>): DeskState => ({
  tickets: { ...state.tickets, [id]: { ...state.tickets[id], ...change } },
});

export function updateDesk(world: DeskWorld, state: DeskState, event: SiteEvent): Update<DeskState> {
  const { type, arg, fields } = event;
  if (type === 'go') return { state, navigate: arg };
  const [id, index] = arg.split(':');
  if (!Object.hasOwn(state.tickets, id)) return { state };
  const own = state.tickets[id].comments;
  switch (type) {
    case 'save': {
      if (!FIELDS.every((name) => world.options[name].includes(fields[name]))) return { state };
      const saved = withTicket(state, id, Object.fromEntries(FIELDS.map((name) => [name, fields[name]])));
      const messages = { '': world.label.saved };
      return world.layout.edit === 'page'
        ? { state: saved, navigate: `/ticket/${id}`, messages }
        : { state: saved, messages };
    }
    case 'post': {
      const text = (fields.comment ?? '').replace(/\s+/g, ' ').trim();
      if (text === '') return { state, messages: { comment: world.label.empty } };
      return { state: withTicket(state, id, { comments: [...own, text] }) };
    }
    case 'remove':
      return { state: withTicket(state, id, { comments: own.filter((_, i) => i !== Number(index)) }) };
    default:
      return { state };
  }
}
