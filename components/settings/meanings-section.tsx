"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { useSendFault } from "@/components/send/use-send-fault";
import { setMeaningText } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { useToast } from "@/components/ui/overlay/toast";
import { Section } from "@/components/ui/page/section";
import { read, write } from "@/lib/client/query";
import { forgetMeaning, listMeanings, type MeaningEntry } from "@/lib/contract/console/settings";
import { resourceName } from "./set-meaning";

const columns: readonly DataColumn<MeaningEntry>[] = [
  {
    id: "word",
    header: "Word",
    cell: ({ word, tone }) => <Status word={word} tone={tone} />,
    sortBy: ({ word }) => word,
    isRowHeader: true,
  },
  { id: "tone", header: "Reads as", cell: ({ tone }) => toneLabels[tone], sortBy: ({ tone }) => tone, fit: true },
  {
    id: "resource",
    header: "Of",
    cell: ({ resource }) => resourceName(resource),
    sortBy: ({ resource }) => resource,
    fit: true,
  },
  {
    id: "field",
    header: "Field",
    cell: ({ field }) => <code>{field}</code>,
    sortBy: ({ field }) => field,
    fit: true,
  },
  {
    id: "by",
    header: "Taught by",
    cell: ({ set_by }) => set_by ?? <span className="text-ink-3">API contract</span>,
    sortBy: ({ set_by }) => set_by,
    fit: true,
  },
  { id: "acts", header: "Change", cell: (entry) => <Acts entry={entry} />, fit: true, num: true },
];

const rowId = (entry: MeaningEntry) => setMeaningText(entry);

/** Every word that has a meaning. A word without one is shown as it came, and never colored. */
export function ReadingsSection() {
  const meanings = useQuery(read(listMeanings, {}));
  return (
    <Section
      title="Status readings"
      note="Every other word is shown as it came, uncolored; a sync that left an error reads as a fault"
      className="[--fit:150px]"
      flush
    >
      <QueryView query={meanings} label="the status readings" level={3}>
        {({ value }) => (
          <DataTable name="meanings" caption="Status readings" columns={columns} rows={value.data} rowId={rowId} />
        )}
      </QueryView>
    </Section>
  );
}

function Acts({ entry: { resource, field, word, set_by } }: { entry: MeaningEntry }) {
  const url = useUrlState();
  const toast = useToast();
  const showFault = useSendFault();
  const forget = useMutation({
    ...write(forgetMeaning),
    onSuccess: ({ value }) => toast({ title: value.message }),
    onError: (error) => showFault(error, "Forget", "meanings", word),
  });
  if (set_by === null) return <span className="text-ink-3">fixed</span>;
  return (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={`Change how ${word} reads`}
        onClick={() => url.set({ giveMeaning: setMeaningText({ resource, field, word }) }, { replaces: true })}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-label={`Forget how ${word} reads`}
        isSending={forget.isPending}
        sendingLabel="…"
        onClick={() => forget.mutate({ resource, field, word })}
      >
        Forget
      </Button>
    </>
  );
}
