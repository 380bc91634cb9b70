import { FAMILY_NAMES, PRESET_NAMES, type RunWish, USUAL_FAMILIES } from '../runFacts.ts';
import { CountField } from './countField.tsx';
import { Choice } from './picker.tsx';

export interface WishFieldsProps {
  wish: RunWish;
  disabled: boolean;
  onChange(wish: RunWish): void;
}

const USUAL = USUAL_FAMILIES.join(', ');

/** What a run is asked to be: preset, sites, seed. */
export function WishFields({ wish: { preset, seed, families }, disabled, onChange }: WishFieldsProps) {
  const wish = families ? { preset, seed, families } : { preset, seed };
  const choose = (family: string): void =>
    onChange(family === USUAL ? { preset, seed } : { preset, seed, families: [family] });
  return (
    <>
      <Choice
        label="Preset"
        value={preset}
        options={PRESET_NAMES}
        disabled={disabled}
        onChange={(name) => onChange({ ...wish, preset: name })}
      />
      <Choice
        label="Sites"
        value={families?.join(', ') ?? USUAL}
        options={[USUAL, ...FAMILY_NAMES]}
        disabled={disabled}
        onChange={choose}
      />
      <CountField
        label="Seed"
        value={seed}
        disabled={disabled}
        onChange={(value) => onChange({ ...wish, seed: value })}
      />
    </>
  );
}
