"use client";

type SegOption<Value extends string> = { value: Value; label: string };

export type SegmentedControlProps<Value extends string> = {
  label: string;
  options: readonly SegOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean;
  className?: string;
};

export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  small = false,
  className = "",
}: SegmentedControlProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings its own box and legend rules to an inline control
    <span className={`seg ${small ? "sm" : ""} ${className}`} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
