"use client";

import type { ComponentProps } from "react";

export type SwitchProps = Omit<ComponentProps<"button">, "style" | "onChange" | "role"> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function Switch({ checked, onChange, className = "", children, ...rest }: SwitchProps) {
  return (
    <button
      type="button"
      {...rest}
      role="switch"
      aria-checked={checked}
      className={`switch ${className}`}
      onClick={() => onChange(!checked)}
    >
      <i aria-hidden="true" />
      {children}
    </button>
  );
}
