import type { ReactNode } from "react";
import { formatRaw } from "@/lib/format/format-raw";

/** A value just as it came. What was not sent or came empty is said faintly, and never one as the other. */
export function Shown({ value }: { value: unknown }) {
  const isNothing = value === undefined || value === null || (typeof value === "string" && value.trim() === "");
  return isNothing ? <span className="text-ink-3">{formatRaw(value)}</span> : formatRaw(value);
}

type UnknownTextProps = { title?: string; children: ReactNode };

/** A value as it came, where nothing is known of it. */
export function UnknownText({ title, children }: UnknownTextProps) {
  return (
    <span className="underline decoration-ink-3 decoration-dotted underline-offset-3" title={title}>
      {children}
    </span>
  );
}
