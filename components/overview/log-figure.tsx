import { plural } from "./need";
import { notDeliveredWords, type RecentLog } from "./recent-log";

export function LogFigure({ recent }: { recent: RecentLog }) {
  const { timed, untimed } = recent;
  const missed = notDeliveredWords(timed.notDelivered, untimed.notDelivered);
  return (
    <>
      <div className="fig">
        <span className="trunc">{timed.entries.toLocaleString("en-US")}</span>
        <small className="trunc">{missed ?? (timed.entries === 0 ? "entries" : "all delivered")}</small>
      </div>
      <div className="sub trunc">
        {timed.oneAttempt === undefined ? "No entry in this time" : `${timed.oneAttempt} of entries took one attempt`}
        {untimed.entries > 0 && `; ${plural(untimed.entries, "more entry", "more entries")} with no time sent`}
      </div>
    </>
  );
}
