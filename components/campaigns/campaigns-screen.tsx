"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { isOpenAction } from "@/components/preflight/delayed-messages";
import { useMay } from "@/components/query/use-me";
import { RegistryList } from "@/components/registry/registry-list";
import { markNamesakes } from "@/components/registry/registry-row";
import { ActOutcome } from "@/components/send/acts/act-outcome";
import { useActSender } from "@/components/send/acts/use-act-sender";
import { deferred } from "@/components/ui/browser/deferred";
import { rowBoxes, useIntent } from "@/components/ui/browser/use-intent";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { PageHead } from "@/components/ui/page/page-head";
import { read } from "@/lib/client/query";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { listPlanned } from "@/lib/contract/console/automation/planned";
import { type KnownCampaign, listKnownCampaigns } from "@/lib/contract/console/campaign-list";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { addRecords } from "@/lib/contract/console/saved";
import { countOf, formatCount } from "@/lib/format/format-count";
import { campaignColumns } from "./campaign-columns";
import { campaignList } from "./campaign-list";
import { ImportContacts } from "./import-contacts";

const BulkBar = deferred(async () => (await import("./bulk-bar")).BulkBar);

const AskAll = deferred(async () => (await import("./ask-all")).AskAll);

const AddRecords = deferred(async () => (await import("@/components/registry/add-records")).AddRecords);

const loadRecordOf = async () => (await import("./campaign-record")).campaignRecord;

const noList =
  "The platform has no list of campaigns. Switchboard lists those that someone opened or added, or that it found in responses.";

export function CampaignsScreen() {
  const url = useUrlState();
  const mayPause = useMay(pauseCampaign);
  const mayAdd = useMay(addRecords);
  const known = useQuery(read(listKnownCampaigns, {}));
  useIntent(rowBoxes, BulkBar.load);
  const sender = useActSender();
  const listed = known.data?.value.data;
  const all = useMemo(() => markNamesakes((listed ?? []).toSorted(byLatestChange)), [listed]);
  const columns = useMemo(() => campaignColumns(all), [all]);
  const ask = (what: "add" | "pause-all" | undefined) => url.set({ ask: what }, { replaces: true });

  return (
    <>
      <PageHead
        title="Campaigns"
        actions={
          <>
            {mayPause && (
              <Button icon="pause" aria-haspopup="dialog" load={AskAll.load} onClick={() => ask("pause-all")}>
                Pause all running…
              </Button>
            )}
            <ImportContacts />
            {mayAdd && (
              <Button
                variant="primary"
                icon="plus"
                aria-haspopup="dialog"
                load={AddRecords.load}
                onClick={() => ask("add")}
              >
                Add campaigns
              </Button>
            )}
          </>
        }
      >
        {all.length > 0 ? `${headMessage(all)} ${noList}` : noList} <ScheduledLink />
      </PageHead>
      <ActOutcome sender={sender} />
      <RegistryList
        resource="campaigns"
        query={known}
        rows={all}
        columns={columns}
        loadRecordOf={loadRecordOf}
        list={campaignList}
        bulk={(chosen, { choose, clear }) =>
          (chosen.length > 0 || sender.isSending) && (
            <BulkBar sender={sender} chosen={chosen} onSent={(sent) => choose(sent, false)} onClear={clear} />
          )
        }
        empty="Add campaigns by ID, one or a whole column at once."
        foot={(found) => footMessage(all, found)}
      />
      {mayAdd && url.get("ask") === "add" && <AddRecords resource="campaigns" onClose={() => ask(undefined)} />}
      {mayPause && url.get("ask") === "pause-all" && (
        <AskAll
          onAct={(targets) => {
            ask(undefined);
            void sender.send("pause", targets);
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

/** Leads to scheduled actions and calling hours, if there are any. */
function ScheduledLink() {
  const planned = useQuery(read(listPlanned, {})).data?.value;
  if (!planned || planned.data.length + planned.other_platforms.length + planned.hours.length === 0) return null;
  const open = planned.data.filter(isOpenAction).length;
  return (
    <TextLink href="/campaigns/scheduled">
      {open > 0 ? countOf(open, "scheduled action") : "Scheduled actions"}
    </TextLink>
  );
}

function headMessage(all: readonly KnownCampaign[]) {
  const running = all.filter(({ status }) => stageOf(status) === "running").length;
  const gone = all.filter(({ not_found_since }) => not_found_since).length;
  const goneMessage = gone > 0 ? `, ${formatCount(gone)} not found on the platform` : "";
  return `${countOf(all.length, "campaign")}, ${formatCount(running)} running${goneMessage}.`;
}

const byLatestChange = (one: KnownCampaign, other: KnownCampaign) =>
  (other.changed_at ?? "").localeCompare(one.changed_at ?? "");

function footMessage(all: readonly KnownCampaign[], found: readonly KnownCampaign[]) {
  const counts = `${found.length === all.length ? "" : `${found.length} of `}${countOf(all.length, "campaign")}`;
  return `${counts}. Running campaigns update every 30 s, or every 10 s while someone has them open. Answered is the share of the people called who talked.`;
}
