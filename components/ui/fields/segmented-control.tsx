import { type Load, onIntent } from "@/components/ui/browser/on-intent";

type SegOption<Value extends string> = { value: Value; label: string };

export type SegmentedControlProps<Value extends string> = {
  label: string;
  options: readonly SegOption<Value>[];
  /** Undefined while none of the options is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  small?: boolean;
  /** Loads the code of what an option shows, before it is chosen. */
  load?: Load;
  className?: string;
};

export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  small = false,
  load,
  className = "",
}: SegmentedControlProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own box and legend rules
    <span
      className={`inline-flex rounded-2 border border-rule-2 bg-sheet shadow-(--sh-1) ${className}`}
      role="group"
      aria-label={label}
      {...onIntent(load)}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={`segment ${small ? "h-6 px-2 text-sm/5" : "h-[30px] px-2.5"}`}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </span>
  );
}
