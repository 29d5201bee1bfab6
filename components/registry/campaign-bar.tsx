import { useId } from "react";
import { formatCount } from "@/lib/format/format-count";

export type BarCounts = { [name in "done" | "failed" | "cancelled" | "active" | "waiting"]?: number };

const hatchedClass = "bg-[repeating-linear-gradient(-45deg,var(--fault-fill)_0_2px,var(--sheet)_2px_3.5px)]";

const parts = [
  ["done", "Done", "bg-bar-2", "var(--bar-2)"],
  ["failed", "Failed", hatchedClass, "hatched"],
  ["cancelled", "Cancelled", "bg-ink-3", "var(--ink-3)"],
  ["active", "In progress", "bg-live-fill", "var(--live-fill)"],
] as const;

type CampaignBarProps = { counts: BarCounts; total: number; isSmall?: boolean };

/** A campaign's counters as shares of all its contacts; failed is hatched, so that no color is needed to tell it. */
export function CampaignBar({ counts, total, isSmall = false }: CampaignBarProps) {
  const hatch = useId();
  const drawn = parts
    .map(([name, , , fill]) => ({ name, fill, share: ((counts[name] ?? 0) / Math.max(1, total)) * 100 }))
    .filter(({ share }) => share > 0);
  const before = (at: number) => drawn.slice(0, at).reduce((sum, { share }) => sum + share, 0);
  return (
    <span className={`block overflow-hidden rounded-[4px] border border-edge bg-sheet ${isSmall ? "h-2" : "h-3.5"}`}>
      <svg className="block size-full" aria-hidden="true">
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--sheet)" />
          <rect width="3" height="5" fill="var(--fault-fill)" />
        </pattern>
        {drawn.map(({ name, fill, share }, at) => (
          <rect
            key={name}
            className="forced-colors:stroke-[CanvasText]"
            fill={fill === "hatched" ? `url(#${hatch})` : fill}
            x={`${before(at)}%`}
            width={`${share}%`}
            height="100%"
          />
        ))}
      </svg>
    </span>
  );
}

export function CampaignBarKey({ counts }: { counts: BarCounts }) {
  const shown = parts.flatMap(([name, label, swatch]) => {
    const count = counts[name];
    return count === undefined || (count === 0 && name === "cancelled") ? [] : [{ label, swatch, count }];
  });
  const all =
    counts.waiting === undefined
      ? shown
      : [...shown, { label: "Waiting", swatch: "border border-edge", count: counts.waiting }];
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
      {all.map(({ label, swatch, count }) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <i
            className={`size-2.5 rounded-[2px] ${swatch} forced-color-adjust-none forced-colors:border forced-colors:border-[CanvasText]`}
          />
          {label} <b className="font-semibold text-ink">{formatCount(count)}</b>
        </li>
      ))}
    </ul>
  );
}
