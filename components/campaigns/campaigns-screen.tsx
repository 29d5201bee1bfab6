"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { useMe } from "@/components/query/use-me";
import { OpenById } from "@/components/record/open-by-id";
import { SavedList } from "@/components/record/saved-list";
import { verbMessage } from "@/components/send/answers-list";
import { useSendFault } from "@/components/send/use-send-fault";
import { Input } from "@/components/ui/fields/input";
import { PageHead } from "@/components/ui/page/page-head";
import { TimeText } from "@/components/ui/time/time-text";
import { read, write } from "@/lib/client/query";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import { type SavedRecord, saveRecord } from "@/lib/contract/console/saved";
import { fileNameOf } from "./contacts-sent";
import { PauseAll } from "./pause-all";

export function CampaignsScreen() {
  const label = useRef<HTMLInputElement>(null);
  const showFault = useSendFault();
  const save = useMutation({
    ...write(saveRecord),
    onError: (error, { ref }) => showFault(error, "The label", "saved", ref),
  });

  function keepLabel(id: string) {
    const given = label.current?.value.trim();
    if (given) save.mutate({ resource: "campaigns", ref: id, label: given });
  }

  return (
    <>
      <PageHead title="Campaigns" actions={<PauseAll />}>
        The API contract shows no list of campaigns and no call to create one. These are the ones opened here.
      </PageHead>
      <div className="max-narrow:[&_form>div]:flex-wrap max-narrow:[&_form>div>input:first-child]:flex-[1_1_100%]">
        <OpenById
          base="campaigns"
          label="Open by ID"
          hint="Anyone who can see campaigns here will find it in this list afterwards. A label is kept in Switchboard."
          onOpen={keepLabel}
        >
          <Input
            ref={label}
            className="w-full flex-[0_1_180px] max-narrow:flex-1"
            aria-label="Label, kept in Switchboard"
            placeholder="Label"
            maxLength={120}
          />
        </OpenById>
      </div>
      <SavedList
        resource="campaigns"
        title="Saved campaigns"
        plural="campaigns"
        more={campaignColumns}
        empty="Paste a campaign’s ID above. What is opened, pinned or labeled here is kept in this list."
      />
    </>
  );
}

/** What was sent from here about each campaign, as far as the latest sends reach. */
const campaignColumns: readonly DataColumn<SavedRecord>[] = [
  {
    id: "answer",
    header: "Last answer",
    headerNote: <Whose />,
    cell: ({ ref }) => <LastAnswer id={ref} />,
    fit: true,
    className: "max-narrow:hidden",
  },
  {
    id: "contacts",
    header: "Contacts sent",
    headerNote: <Whose />,
    cell: ({ ref }) => <LastContacts id={ref} />,
    fit: true,
    className: "max-narrow:hidden",
    isHiddenAtFirst: true,
  },
];

function useLatest(id: string, isWanted: (answer: SentAnswer) => boolean) {
  const answers = useQuery(read(listAnswers, { resource: "campaigns" }));
  return answers.data?.value.data.find((answer) => answer.target === id && isWanted(answer));
}

const isUpload = ({ action }: SentAnswer) => action === uploadContacts.id;

function LastAnswer({ id }: { id: string }) {
  const latest = useLatest(id, (answer) => !isUpload(answer));
  if (!latest) return <span className="text-ink-3">—</span>;
  return (
    <>
      {verbMessage(latest.action)} <span className="text-ink-2">{latest.status ?? "no answer"}</span>{" "}
      <span className="text-ink-3">
        <TimeText at={latest.at} variant="relative" quiet />
      </span>
    </>
  );
}

function LastContacts({ id }: { id: string }) {
  const latest = useLatest(id, isUpload);
  return latest ? (
    <>
      {fileNameOf(latest)} <span className="text-ink-2">{latest.status ?? "no answer"}</span>
    </>
  ) : (
    <span className="text-ink-3">—</span>
  );
}

function Whose() {
  return useMe().role === "admin" ? null : <span className="text-ink-3"> yours</span>;
}
