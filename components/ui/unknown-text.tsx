import type { ReactNode } from "react";

export type UnknownTextProps = { title?: string; children: ReactNode };

/** A value as it came, where nothing is known of it. */
export function UnknownText({ title, children }: UnknownTextProps) {
  return (
    <span className="underline decoration-ink-3 decoration-dotted underline-offset-3" title={title}>
      {children}
    </span>
  );
}
