"use client";

import { useMemo } from "react";
import { Lamp } from "@/components/ui/status-icon";
import { grouped } from "./count";
import { useLogReading } from "./desk-context";
import type { OwnLog } from "./log-desk";
import { type LogMatches, NO_WORD } from "./match-log";
import { scopeWords, statusCounts, statusWords } from "./status-counts";
import type { Desk } from "./use-desk";

type StatusLineProps = { desk: Desk; log: OwnLog; matches: LogMatches };

/** Every status that was read, whatever the filters: a failure can never hide. */
export function StatusLine({ desk: { url, filter }, log, matches }: StatusLineProps) {
  const reading = useLogReading();
  const counts = useMemo(() => statusCounts(log.entries, matches), [log.entries, matches]);
  const isWhole = matches.listed.length === log.entries.length && matches.untimed.length === 0;

  return (
    <div className="statuses">
      <span className="note">{scopeWords(matches, filter, log.entries.length)}</span>
      <ul>
        {counts.map((status) => {
          const { word, listed } = status;
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
                <b>{grouped(listed)}</b>
                {!isWhole && <span className="faint">{statusWords(status)}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
