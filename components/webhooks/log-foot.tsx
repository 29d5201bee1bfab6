"use client";

import { count, grouped } from "./count";
import type { OwnLog } from "./log-desk";
import type { Desk } from "./use-desk";

export function LogFoot({ desk, log, shown }: { desk: Desk; log: OwnLog; shown: number }) {
  return (
    <div className="foot">
      <span>
        {grouped(shown)} of {count(log.entries.length, "entry matches", "entries match")}
      </span>
      <span className="right">
        {desk.isTailing && !desk.log.error && (
          <>
            <span className="live-dot" aria-hidden="true" />
            Tailing every 5 s
          </>
        )}
      </span>
    </div>
  );
}
