import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/buttons/icon";
import { inputClass } from "./input";

export type SearchFieldProps = Omit<ComponentProps<"input">, "style" | "size" | "type" | "children"> & {
  label: string;
};

/** A search field. From it the key ↓ goes to the first row of the page's table. */
export function SearchField({ label, className = "w-full", onKeyDown, ...rest }: SearchFieldProps) {
  return (
    <label className="relative flex items-center">
      <Icon name="search" className="pointer-events-none absolute left-[9px] text-ink-3" />
      <span className="sr-only">{label}</span>
      <input
        placeholder={label}
        title={label}
        {...rest}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key === "ArrowDown" && !event.defaultPrevented && focusFirstRow()) event.preventDefault();
        }}
        type="search"
        className={`${inputClass({ size: "search" })} ${className}`}
      />
    </label>
  );
}

function focusFirstRow() {
  if (document.querySelector("dialog[open], [role=dialog]")) return false;
  const row = document.querySelector<HTMLElement>("main tr[data-row-id]");
  row?.focus();
  return row !== null;
}
