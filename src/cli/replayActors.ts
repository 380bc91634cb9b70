import type { Action } from '../core/types.ts';
import { type ActionLists, parseActionLists } from '../exchange/actionLists.ts';
import { actionOn } from '../exchange/target.ts';
import type { ActorFactory } from './actors.ts';
import { readText } from './readText.ts';

/** No node has this id: the action fails, and the record says so. */
const NOWHERE: Action = { verb: 'click', target: -1 };

export const readActionLists = (path: string): ActionLists => parseActionLists(readText('--policy replay', path));

/** Does in each task what the file says for it, and stops when that is done or a target is not there. */
export function replayActors(path: string): ActorFactory {
  const lists = readActionLists(path);
  return {
    name: `replay of ${path}`,
    actor: (task) => {
      let left = [...(lists.get(task.template) ?? [])];
      return ({ tree }): Action => {
        const action = left.shift() ?? { verb: 'stop', answer: '' };
        const here = actionOn(action, tree);
        if (here === null) left = [];
        return here ?? NOWHERE;
      };
    },
  };
}
