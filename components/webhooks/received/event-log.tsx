"use client";

import { logWords } from "@/components/status/log-words";
import { linkClass } from "@/components/ui/buttons/button-class";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { Link } from "@/components/ui/buttons/link";
import { TimeText } from "@/components/ui/time/time-text";
import type { ReceivedDetail } from "@/lib/contract/console/inbox/received";
import { countOf } from "@/lib/format/format-count";
import type { ReceivedState } from "./use-received";

export function EventLog({ received: { match }, event }: { received: ReceivedState; event: ReceivedDetail }) {
  return (
    <section>
      <h3>In the platform’s log</h3>
      {event.log.map(({ key, status, attempts, at }) => (
        <p key={key} className="text-ink-2">
          <Link className={linkClass} href={`/webhooks?${new URLSearchParams({ entry: key })}`}>
            Delivery
          </Link>{" "}
          <CopyId id={key} /> {status ?? "without a status"}
          {at && (
            <>
              {" "}
              at <TimeText at={at} variant="short-time" />
            </>
          )}
          {attempts !== null && `, ${countOf(attempts, "attempt")}`}. Matched by its ID.
        </p>
      ))}
      {event.log.length === 0 && <p className="text-ink-2">{absentText(event, match)}</p>}
    </section>
  );
}

function absentText(event: ReceivedDetail, match: ReceivedState["match"]): string {
  const words = logWords(event, match)?.text;
  if (words === "test") return "A test that was sent from Switchboard. The platform’s log does not have it.";
  if (words === "matched by time") return "Matched by event and time, because it has no ID of a delivery.";
  if (words === "matched") return "The log has a delivery that fits this event.";
  if (words === "not checked yet") return "The log was not read since it arrived.";
  if (words === "not in log") return "The log has no delivery that fits this event.";
  return "The log has no delivery with its ID.";
}
