import { plural } from "./need";
import { notDeliveredWords, type RecentLog } from "./recent-log";

export function LogFigure({ recent }: { recent: RecentLog }) {
  const { timed, untimed } = recent;
  const missed = notDeliveredWords(timed.notDelivered, untimed.notDelivered);
  return (
    <>
      <div className="fig">
        {timed.entries.toLocaleString("en-US")}
        <small>{missed ?? (timed.entries === 0 ? "entries" : "all delivered")}</small>
      </div>
      <div className="sub">
        {timed.oneAttempt === undefined ? "No entry in this time" : `${timed.oneAttempt} of entries took one attempt`}
        {untimed.entries > 0 && `; ${plural(untimed.entries, "more entry", "more entries")} with no time sent`}
      </div>
    </>
  );
}
