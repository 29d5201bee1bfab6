"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { useMe } from "@/components/query/use-me";
import { verbWords } from "@/components/send/answers-list";
import { TimeText } from "@/components/ui/time-text";
import { read } from "@/lib/client/query";
import { uploadContacts } from "@/lib/contract/api/campaigns";
import { listAnswers, type SentAnswer } from "@/lib/contract/console/audit";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { fileNameOf } from "./contacts-sent";

/** What was sent from here about each campaign, as far as the latest sends reach. */
export const campaignColumns: readonly DataColumn<SavedRecord>[] = [
  {
    id: "answer",
    header: "Last answer",
    headerNote: <Whose />,
    cell: ({ ref }) => <LastAnswer id={ref} />,
    fit: true,
    className: "c-hide",
  },
  {
    id: "contacts",
    header: "Contacts sent",
    headerNote: <Whose />,
    cell: ({ ref }) => <LastContacts id={ref} />,
    fit: true,
    className: "c-hide",
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
  if (!latest) return <span className="faint">—</span>;
  return (
    <>
      {verbWords(latest.action)} <span className="dim">{latest.status ?? "no answer"}</span>{" "}
      <span className="faint">
        <TimeText at={latest.at} variant="relative" quiet />
      </span>
    </>
  );
}

function LastContacts({ id }: { id: string }) {
  const latest = useLatest(id, isUpload);
  return latest ? (
    <>
      {fileNameOf(latest)} <span className="dim">{latest.status ?? "no answer"}</span>
    </>
  ) : (
    <span className="faint">—</span>
  );
}

function Whose() {
  return useMe().role === "admin" ? null : <span className="faint"> yours</span>;
}
