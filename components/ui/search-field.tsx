"use client";

import type { ComponentProps } from "react";
import { Icon } from "./icon";

export type SearchFieldProps = Omit<ComponentProps<"input">, "style" | "type" | "children"> & { label: string };

export function SearchField({ label, className = "", ...rest }: SearchFieldProps) {
  return (
    <label className="search">
      <Icon name="search" />
      <span className="vh">{label}</span>
      <input placeholder={label} title={label} {...rest} type="search" className={`inp ${className}`} />
    </label>
  );
}
