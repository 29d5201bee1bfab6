import type { ReactNode } from "react";

export type SkeletonProps = { rows?: number; label?: string; children?: ReactNode };

const widths = ["a", "b", "c", "d"];

/** Holds the space at once and shows itself after 300 ms. Children replace the rows when a page has another shape. */
export function Skeleton({ rows = 4, label = "Reading", children }: SkeletonProps) {
  return (
    <div className="sk-box" aria-busy="true">
      <span className="vh" role="status">
        {label}
      </span>
      {children ?? (
        <div className="sk-rows" aria-hidden="true">
          {Array.from({ length: rows }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identical
            <div className="row" key={at}>
              <span className="sk dot" />
              <span className={`sk ${widths[at % widths.length]}`} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
