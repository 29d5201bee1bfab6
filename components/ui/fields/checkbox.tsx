import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { busy, type Sending } from "./input";

export type CheckboxProps = Omit<ComponentProps<"input">, "style" | "type" | "children" | "ref"> & {
  children: ReactNode;
  mixed?: boolean;
} & Sending;

export function Checkbox({ children, mixed = false, isSending, className = "", onChange, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={`inline-flex min-h-6 cursor-pointer items-center gap-2 ${className}`}>
      <input
        {...rest}
        {...busy(isSending)}
        ref={ref}
        type="checkbox"
        className={boxClass}
        onChange={(event) => !isSending && onChange?.(event)}
      />
      <span>{children}</span>
    </label>
  );
}

const boxClass = [
  "m-0 inline-grid size-3.5 flex-none cursor-pointer appearance-none disabled:cursor-not-allowed disabled:opacity-45 place-items-center rounded-1 border border-edge bg-sheet",
  "checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent",
  "checked:after:h-1 checked:after:w-2 checked:after:-translate-y-px checked:after:-rotate-45",
  "checked:after:border-on-accent checked:after:[border-width:0_0_1.6px_1.6px]",
  "indeterminate:after:h-[1.6px] indeterminate:after:w-2 indeterminate:after:bg-on-accent",
  "forced-colors:checked:bg-[Highlight] forced-colors:checked:forced-color-adjust-none",
  "forced-colors:indeterminate:bg-[Highlight] forced-colors:indeterminate:forced-color-adjust-none",
].join(" ");
