export type PipsProps = { count: number; tone?: "plain" | "hot" | "bad" };

const MOST_TICKS = 8;

/** The number is the fact; the ticks stop at eight. */
export function Pips({ count, tone = "plain" }: PipsProps) {
  const ticks = Math.min(Math.max(0, Math.trunc(count)), MOST_TICKS);
  return (
    <span className="att">
      <span>{count}</span>
      <span className={`pips ${tone === "plain" ? "" : tone}`} aria-hidden="true">
        {Array.from({ length: ticks }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks are identical
          <i key={at} />
        ))}
      </span>
    </span>
  );
}
