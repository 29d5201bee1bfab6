import type { ReactNode } from "react";
import { outdentClass } from "@/components/ui/page/section";

export function TableFoot({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-slot="table-foot"
      className="flex min-h-11 flex-wrap items-center gap-3.5 px-(--gutter) py-2 text-sm/5 text-ink-3"
    >
      {children}
      {end && <span className={`ml-auto flex items-center gap-2 ${outdentClass}`}>{end}</span>}
    </div>
  );
}
