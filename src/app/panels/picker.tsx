import { useState } from 'preact/hooks';
import type { TrajectoryOutline } from '../../store/run.ts';
import { plural } from '../format.ts';

export interface PickerProps {
  outline: readonly TrajectoryOutline[];
  chosen: string;
  onPick(line: TrajectoryOutline): void;
}

const OUTCOMES = { any: 'any', success: 'success', failure: 'failure' } as const;

const label = ({ family, template, siteSeed, policy, steps, reward }: TrajectoryOutline): string =>
  `${family} ${siteSeed}: ${template}, ${policy}, ${plural(steps, 'step')}, ${reward === 1 ? 'success' : 'failure'}`;

/** Chooses a recorded visit by site family, who acted, and outcome. */
export function Picker({ outline, chosen, onPick }: PickerProps) {
  const [family, setFamily] = useState('any');
  const [actor, setActor] = useState('any');
  const [outcome, setOutcome] = useState('any');
  const families = [...new Set(outline.map((line) => line.family))];
  const actors = [...new Set(outline.map((line) => line.policy.split(':')[0]))];
  const fits = ({ family: of, policy, reward }: TrajectoryOutline): boolean =>
    (family === 'any' || of === family) &&
    (actor === 'any' || policy.split(':')[0] === actor) &&
    (outcome === 'any' || (outcome === 'success') === (reward === 1));
  const shown = outline.filter(fits);
  return (
    <div class="row picker">
      <Choice label="Site family" value={family} options={['any', ...families]} onChange={setFamily} />
      <Choice label="Recorded as" value={actor} options={['any', ...actors]} onChange={setActor} />
      <Choice label="Outcome" value={outcome} options={Object.keys(OUTCOMES)} onChange={setOutcome} />
      <label class="field">
        Recorded visit ({shown.length} of {outline.length})
        <select
          value={chosen}
          onChange={(event) => {
            const line = shown.find(({ id }) => id === event.currentTarget.value);
            if (line) onPick(line);
          }}
        >
          <option value="" disabled>
            Choose one …
          </option>
          {shown.map((line) => (
            <option key={line.id} value={line.id}>
              {label(line)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly string[];
  disabled?: boolean;
  onChange(value: string): void;
}

export const Choice = ({ label: text, value, options, disabled, onChange }: ChoiceProps) => (
  <label class="field">
    {text}
    <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  </label>
);
