import { plural } from "./need";
import type { RecentLog } from "./recent-log";

export function LogFigure({ recent }: { recent: RecentLog }) {
  const { entries, notDelivered, untimed, oneAttempt } = recent;
  return (
    <>
      <div className="fig">
        {entries.length.toLocaleString("en-US")}
        <small>
          {notDelivered === 0
            ? entries.length === 0
              ? "entries"
              : "all delivered"
            : `${notDelivered.toLocaleString("en-US")} not delivered`}
        </small>
      </div>
      <div className="sub">
        {oneAttempt === undefined ? "No entry in this time" : `${oneAttempt} of entries took one attempt`}
        {untimed > 0 && `, ${plural(untimed, "entry", "entries")} with no time sent`}
      </div>
    </>
  );
}
