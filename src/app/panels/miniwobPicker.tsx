import { useState } from 'preact/hooks';
import { whyOutOfReach } from '../../miniwob/tasks.ts';
import { groupTasks } from '../miniwobTasks.ts';

export interface MiniwobPickerProps {
  names: readonly string[];
  chosen: string;
  onPick(name: string): void;
}

/** A list of tasks that a word narrows down; Enter takes the first of them. */
export function MiniwobPicker({ names, chosen, onPick }: MiniwobPickerProps) {
  const [search, setSearch] = useState('');
  const groups = groupTasks(names, search);
  const found = groups.flatMap((group) => group.names);
  const why = whyOutOfReach(chosen);
  return (
    <div class="choice">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found.length > 0) onPick(found[0]);
        }}
      >
        <label class="field">
          Search tasks
          <input
            type="search"
            value={search}
            placeholder="click, date, drag …"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      </form>
      <label class="field">
        Task ({found.length} of {names.length})
        <select size={14} value={chosen} onChange={({ currentTarget }) => onPick(currentTarget.value)}>
          {groups.map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <p class="small" aria-live="polite">
        {why !== undefined && (
          <>
            <span class="tag warn">out of reach</span> <strong>{chosen}</strong> {why}. It can be played all the same;
            luck solves some of these.
          </>
        )}
      </p>
    </div>
  );
}
