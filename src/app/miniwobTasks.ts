import { z } from 'zod';
import { EXPERTS } from '../miniwob/experts/index.ts';
import { MINIWOB_TASKS, whyOutOfReach } from '../miniwob/tasks.ts';

const namesSchema = z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).max(1000);

/** The tasks of the copy of MiniWoB++ that this server has beside the app; none when it has no copy. */
export async function findTasks(): Promise<string[]> {
  const response = await fetch(MINIWOB_TASKS);
  // A server without a copy answers as for any address that it does not know: with the app.
  if (!response.headers.get('Content-Type')?.startsWith('application/json')) return [];
  return namesSchema.parse(await response.json());
}

export const hasExpert = (name: string): boolean => Object.hasOwn(EXPERTS, name);

export interface TaskGroup {
  label: string;
  names: string[];
}

/** What is to be expected of a task, in a few words. */
function kindOf(name: string): string {
  const why = whyOutOfReach(name);
  if (why !== undefined) return `Out of reach: ${why}`;
  return hasExpert(name) ? 'With a scripted expert' : 'Without a script';
}

/** Tasks whose name or kind has all the words of `search` in it, by kind: those that the expert can do first, those out of reach last. */
export function groupTasks(names: readonly string[], search = ''): TaskGroup[] {
  const words = search.toLowerCase().split(/\s+/);
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const kind = kindOf(name);
    const text = `${name} ${kind}`.toLowerCase();
    if (words.every((word) => text.includes(word))) groups.set(kind, [...(groups.get(kind) ?? []), name]);
  }
  const rank = (label: string): number => ['With a', 'Without', 'Out of'].findIndex((start) => label.startsWith(start));
  return [...groups]
    .map(([label, found]) => ({ label, names: found }))
    .sort((a, b) => rank(a.label) - rank(b.label) || a.label.localeCompare(b.label));
}
