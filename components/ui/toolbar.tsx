import type { ReactNode } from "react";

export type ToolbarProps = { wraps?: boolean; className?: string; children: ReactNode };

/** The row of controls above a table. Narrow, it scrolls sideways, unless it `wraps`. */
export function Toolbar({ wraps = false, className = "", children }: ToolbarProps) {
  const narrow = wraps ? "" : "max-narrow:flex-nowrap max-narrow:overflow-x-auto max-narrow:[scrollbar-width:none]";
  return (
    <div
      className={`flex flex-wrap items-center gap-2 border-t border-rule px-(--gutter) py-[9px] max-narrow:*:flex-none print:hidden ${narrow} ${className}`}
    >
      {children}
    </div>
  );
}
