"use client";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { Switch } from "@/components/ui/fields/switch";
import { useAnnounce } from "@/components/ui/page/live-region";
import { PageHead } from "@/components/ui/page/page-head";
import { useZone } from "@/components/ui/time/zone";
import type { RawAnswer } from "@/lib/client/answer";
import { countOf } from "@/lib/format/format-count";
import { formatMoment } from "@/lib/format/format-time";
import { oldestOf } from "./chart-window";
import { type Desk, useMatches } from "./use-desk";

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

/** A log put together from each webhook's own lacks what nobody could read, and entries of webhooks that are gone. */
function JoinedFrom({ answer }: { answer: RawAnswer | undefined }) {
  if (!answer?.joinedFrom) return null;
  const { logs, webhooks } = answer.joinedFrom;
  const missing = webhooks - logs;
  return (
    <>
      {
        " The whole log is too large to read at once, so each webhook’s own log was read; entries of deleted webhooks are missing."
      }
      {missing > 0 &&
        ` ${countOf(missing, "webhook’s log", "webhooks’ logs")} could not be read: choose the webhook to try it alone.`}
    </>
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
      {countOf(entries.length, "log entry", "log entries")} read
      {oldest !== undefined && `, the oldest from ${formatMoment(oldest, zone, readMs)}`}.
      {foreign > 0 &&
        ` ${countOf(foreign, "entry names", "entries name")} another webhook and ${foreign === 1 ? "is" : "are"} left out.`}
      <JoinedFrom answer={log.data} />
      {log.isPlaceholderData ? " Reading this webhook’s own log." : " Filters run here, in the browser."}
    </>
  );
}

/** Saves the rows the filters show, made here in the browser. */
function ExportLog({ desk }: { desk: Desk }) {
  const { own, filter, targets, chosen } = desk;
  const announce = useAnnounce();
  const rows = useMatches(desk)?.rows ?? [];

  async function save() {
    if (!own) return;
    const { csvName, logCsv } = await import("./log-csv");
    const webhook = chosen && (targets.get(chosen)?.host ?? chosen);
    saveFile(csvName({ filter, webhook, readMs: own.readMs }), logCsv(rows, targets), "text/csv;charset=utf-8");
    announce(`${countOf(rows.length, "entry", "entries")} saved as CSV`);
  }

  return (
    <Button
      icon="dl"
      disabled={rows.length === 0}
      title={rows.length === 0 ? "No entry to export" : `Save ${countOf(rows.length, "entry", "entries")} as CSV`}
      onClick={() => void save()}
    >
      Export
    </Button>
  );
}
