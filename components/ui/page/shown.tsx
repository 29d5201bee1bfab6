import type { ReactNode } from "react";
import { formatRaw } from "@/lib/format/format-raw";

/** A raw value. Missing and empty values are muted and stay distinguishable. */
export function Shown({ value }: { value: unknown }) {
  const isBlank = value === undefined || value === null || (typeof value === "string" && value.trim() === "");
  return isBlank ? <span className="text-ink-3">{formatRaw(value)}</span> : formatRaw(value);
}

type UnknownTextProps = { title?: string; children: ReactNode };

export function UnknownText({ title, children }: UnknownTextProps) {
  return (
    <span className="underline decoration-ink-3 decoration-dotted underline-offset-3" title={title}>
      {children}
    </span>
  );
}
