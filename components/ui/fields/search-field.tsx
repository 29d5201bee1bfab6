"use client";

import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/buttons/icon";
import { inputClass } from "./input";

export type SearchFieldProps = Omit<ComponentProps<"input">, "style" | "size" | "type" | "children"> & {
  label: string;
};

export function SearchField({ label, className = "w-full", ...rest }: SearchFieldProps) {
  return (
    <label className="relative flex items-center">
      <Icon name="search" className="pointer-events-none absolute left-[9px] text-ink-3" />
      <span className="sr-only">{label}</span>
      <input
        placeholder={label}
        title={label}
        {...rest}
        type="search"
        className={`${inputClass({ size: "search" })} ${className}`}
      />
    </label>
  );
}
