import { formatRaw } from "@/lib/format/format-raw";

/** A value just as it came. What was not sent or came empty is said faintly, and never one as the other. */
export function Shown({ value }: { value: unknown }) {
  const isNothing = value === undefined || value === null || value === "";
  return isNothing ? <span className="text-ink-3">{formatRaw(value)}</span> : formatRaw(value);
}
