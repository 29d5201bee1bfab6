import type { ReactNode } from "react";

export type SkeletonProps = { rows?: number | undefined; label?: string; children?: ReactNode };

const widths = ["w-[72%]", "w-[54%]", "w-[88%]", "w-2/5"];

/** Reserves space at once and appears after 300 ms. Children replace the default rows. */
export function Skeleton({ rows = 4, label = "Loading", children }: SkeletonProps) {
  return (
    <div className="animate-[sk-in_0s_300ms_both] p-(--reading,0px)" aria-busy="true">
      <span className="sr-only" role="status">
        {label}
      </span>
      {children ?? (
        <div className="grid gap-2" aria-hidden="true">
          {Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identical
            <div className="flex h-[17px] min-w-0 items-center gap-2" key={index}>
              <span className="size-3 flex-none rounded-full bg-idle-wash" />
              <span className={`h-2.5 rounded-[3px] bg-idle-wash ${widths[index % widths.length]}`} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
