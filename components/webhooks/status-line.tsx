"use client";

import { useMemo } from "react";
import { Lamp } from "@/components/ui/lamp";
import type { LogEntry } from "@/lib/client/webhook-log";
import { grouped } from "./count";
import { useLogReading } from "./desk-context";
import type { OwnLog } from "./log-desk";
import { type LogMatches, NO_WORD, statusOf } from "./match-log";
import type { Desk } from "./use-desk";

type StatusLineProps = { desk: Desk; log: OwnLog; matches: LogMatches };

/** Every status that was read, whatever the filters: a failure can never hide. */
export function StatusLine({ desk: { url, filter }, log, matches }: StatusLineProps) {
  const reading = useLogReading();
  const all = useMemo(() => countStatuses(log.entries), [log.entries]);
  const inTime = useMemo(() => countStatuses(matches.inTime), [matches.inTime]);
  const untimed = useMemo(() => countStatuses(matches.untimed), [matches.untimed]);
  const isWhole = matches.inTime.length === log.entries.length;

  return (
    <div className="statuses">
      <span className="note">
        {isWhole
          ? "In all that was read"
          : `${filter.isUntimed ? "With no time sent" : "In this time"}, of all that was read`}
      </span>
      <ul>
        {[...all]
          .sort(([, a], [, b]) => b - a)
          .map(([word, total]) => {
            const lamp = reading("status", word === NO_WORD ? undefined : word);
            const isOn = filter.status === word;
            return (
              <li key={word}>
                <button
                  type="button"
                  className={`st ${lamp}`}
                  aria-pressed={isOn}
                  onClick={() => url.set({ status: isOn ? undefined : word })}
                >
                  <Lamp reading={lamp} />
                  <span>{word}</span>
                  <b>{grouped(isWhole ? total : (inTime.get(word) ?? 0))}</b>
                  {!isWhole && <span className="faint">{restWords(total, untimed.get(word) ?? 0)}</span>}
                </button>
              </li>
            );
          })}
      </ul>
    </div>
  );
}

const restWords = (total: number, untimed: number) =>
  `of ${grouped(total)}${untimed > 0 ? `, and ${grouped(untimed)} with no time` : ""}`;

function countStatuses(entries: readonly LogEntry[]) {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(statusOf(entry), (counts.get(statusOf(entry)) ?? 0) + 1);
  return counts;
}
