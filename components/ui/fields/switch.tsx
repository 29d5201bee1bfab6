"use client";

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
      <i aria-hidden="true" className={trackClass} />
      {children}
    </button>
  );
}

const trackClass = [
  "relative h-4 w-7 rounded-[8px] border border-edge bg-well group-aria-checked/switch:border-accent group-aria-checked/switch:bg-accent",
  "after:absolute after:top-0.5 after:left-0.5 after:size-2.5 after:rounded-full after:bg-edge",
  "after:[transition:transform_var(--mid)_var(--ease)] group-aria-checked/switch:after:[transform:translateX(12px)]",
  "group-aria-checked/switch:after:bg-on-accent forced-colors:after:bg-[ButtonText]",
  "forced-colors:group-aria-checked/switch:bg-[Highlight] forced-colors:group-aria-checked/switch:forced-color-adjust-none",
  "forced-colors:group-aria-checked/switch:after:bg-[HighlightText]",
].join(" ");
