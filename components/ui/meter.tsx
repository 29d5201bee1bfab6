export type MeterPart = { share: number; tone?: "first" | "second" | "short" };

export type MeterProps = { label: string; parts: MeterPart[]; mark?: number };

const tones = { first: "", second: "second", short: "short" };

/** Shares are 0–1 and only for drawing; the numbers belong in `label` and in words beside it. */
export function Meter({ label, parts, mark }: MeterProps) {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + clamp(part.share), 0));
  return (
    <div className="meter" role="img" aria-label={label}>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {parts.map((part, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={at}
            className={`meter-part ${tones[part.tone ?? "first"]}`}
            x={(starts[at] ?? 0) * 100}
            width={clamp(part.share) * 100}
            height="8"
          />
        ))}
      </svg>
      {mark !== undefined && (
        <svg className="meter-mark" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">
          <rect x={Math.min(99.4, Math.max(0, clamp(mark) * 100 - 0.3))} width="0.6" height="18" />
        </svg>
      )}
    </div>
  );
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}
