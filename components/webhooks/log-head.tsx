"use client";

import { PageHead } from "@/components/ui/page-head";
import { Switch } from "@/components/ui/switch";
import { useZone } from "@/components/ui/zone";
import { oldestOf } from "./chart-window";
import { count } from "./count";
import { ExportLog } from "./export-log";
import { formatMoment } from "./format-moment";
import type { Desk } from "./use-desk";

export function LogHead({ desk, onTail }: { desk: Desk; onTail: (on: boolean) => void }) {
  const actions = (
    <>
      <Switch
        checked={desk.isTailing}
        onChange={onTail}
        title="Reads every 5 s while this tab is in view  T"
        aria-keyshortcuts="T"
      >
        Live tail
      </Switch>
      <ExportLog desk={desk} />
    </>
  );
  return (
    <PageHead title="Webhook desk" actions={actions}>
      <ScopeLine desk={desk} />
    </PageHead>
  );
}

/** How much was read and from when: what is not in these entries, this page cannot know. */
function ScopeLine({ desk: { own, log } }: { desk: Desk }) {
  const zone = useZone();
  if (!own) return "Did it arrive? The log of every webhook, as the API keeps it.";
  const { entries, foreign, readMs } = own;
  const oldest = oldestOf(entries);
  return (
    <>
      {count(entries.length, "log entry", "log entries")} read
      {oldest !== undefined && `, the oldest from ${formatMoment(oldest, zone, readMs)}`}.
      {foreign > 0 &&
        ` ${count(foreign, "entry names", "entries name")} another webhook and ${foreign === 1 ? "is" : "are"} left out.`}
      {log.isPlaceholderData ? " Reading this webhook’s own log." : " Filters run here, in the browser."}
    </>
  );
}
