"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { QueryView } from "@/components/query/query-view";
import { useSendFault } from "@/components/send/use-send-fault";
import { readMeaning, setMeaningText } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { useToast } from "@/components/ui/overlay/toast";
import { baysClass, Section } from "@/components/ui/page/section";
import { read, write } from "@/lib/client/query";
import { forgetMeaning, listMeanings, type MeaningEntry } from "@/lib/contract/console/settings";
import { resourceName, SetMeaning } from "./set-meaning";
import { SettingsFrame } from "./settings-frame";

export function MeaningsScreen() {
  return (
    <SettingsFrame>
      <div className={baysClass({ columns: "beside", hasTables: true })}>
        <MeaningsSection />
        <SetSection />
      </div>
    </SettingsFrame>
  );
}

const columns: readonly DataColumn<MeaningEntry>[] = [
  {
    id: "word",
    header: "Word",
    cell: ({ word, tone }) => <Status word={word} tone={tone} />,
    sortBy: ({ word }) => word,
    isRowHeader: true,
  },
  { id: "tone", header: "Means", cell: ({ tone }) => toneLabels[tone], sortBy: ({ tone }) => tone, fit: true },
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
    header: "Set by",
    cell: ({ set_by }) => set_by ?? <span className="text-ink-3">API documentation</span>,
    sortBy: ({ set_by }) => set_by,
    fit: true,
  },
  { id: "acts", header: "Change", cell: (entry) => <Acts entry={entry} />, fit: true, num: true },
];

const rowId = (entry: MeaningEntry) => setMeaningText(entry);

/** Every word that has a meaning. A word without one is shown as it came, and never colored. */
function MeaningsSection() {
  const meanings = useQuery(read(listMeanings, {}));
  return (
    <Section
      title="Status meanings"
      note="Every other word is shown as it came, uncolored; a sync that left an error is a problem"
      className="[--fit:150px]"
      flush
    >
      <QueryView query={meanings} label="the status meanings" level={3}>
        {({ value }) => (
          <DataTable name="meanings" caption="Status meanings" columns={columns} rows={value.data} rowId={rowId} />
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
        aria-label={`Change what ${word} means`}
        onClick={() => url.set({ meaning: setMeaningText({ resource, field, word }) }, { replaces: true })}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-label={`Forget what ${word} means`}
        isSending={forget.isPending}
        sendingLabel="…"
        onClick={() => forget.mutate({ resource, field, word })}
      >
        Forget
      </Button>
    </>
  );
}

/** `?meaning=<resource>.<field>.<word>` fills the form, so that any page can lead here. */
function SetSection() {
  const url = useUrlState();
  const [saved, setSaved] = useState<{ said: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (saved) status.current?.focus();
  }, [saved]);
  const asked = url.get("meaning");
  return (
    <Section title="Set what a word means">
      {saved && (
        <p ref={status} className="mb-2 text-sm/[17px] text-ink-3" tabIndex={-1}>
          {saved.said}
        </p>
      )}
      <SetMeaning
        key={asked}
        word={readMeaning(asked)}
        onSaved={(said) => {
          setSaved({ said });
          url.set({ meaning: undefined }, { replaces: true });
        }}
      />
    </Section>
  );
}
