import { useEffect, useState } from 'preact/hooks';

export interface CountFieldProps {
  label: string;
  value: number;
  max?: number;
  disabled?: boolean;
  onChange(value: number): void;
}

/**
 * A whole number from 0 on. It is heard at every key: the page is drawn anew while somebody types, and a field that is heard
 * only when they leave it would lose what stands there.
 */
export function CountField({ label, value, max, disabled, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(value));
  useEffect(() => {
    setText((shown) => (Number(shown) === value ? shown : String(value)));
  }, [value]);
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={0}
        max={max}
        step={1}
        value={text}
        disabled={disabled}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onChange(Math.max(0, Math.trunc(currentTarget.valueAsNumber) || 0));
        }}
      />
    </label>
  );
}
