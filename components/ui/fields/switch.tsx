import type { ComponentProps } from "react";
import { busy, type Sending } from "./input";

export type SwitchProps = Omit<ComponentProps<"button">, "style" | "onChange" | "role"> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
} & Sending;

export function Switch({ checked, onChange, isSending, className = "", children, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      {...rest}
      role="switch"
      aria-checked={checked}
      {...busy(isSending)}
      className={`group/switch inline-flex min-h-6 cursor-pointer items-center gap-2 font-medium text-ink-2 disabled:cursor-not-allowed disabled:text-ink-3 enabled:aria-checked:text-ink ${className}`}
      onClick={() => !isSending && onChange(!checked)}
    >
      <i aria-hidden="true" className="switch-track" />
      {children}
    </button>
  );
}
