"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { DataTable } from "@/components/data-table/data-table";
import { ExportCsv } from "@/components/data-table/table-tools";
import { isFirstRead, QueryView, useShouldWait } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { setMeaningText } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { KvList } from "@/components/ui/page/kv-list";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { read } from "@/lib/client/query";
import {
  forgetMeaning,
  listMeanings,
  type MeaningEntry,
  type SettableTone,
  settableTones,
} from "@/lib/contract/console/meanings";
import { usualMeanings } from "@/lib/contract/usual-meanings";
import { resourceName, SetMeaningSection } from "./set-meaning-section";
import { SettingsFrame } from "./settings-frame";

export function MeaningsScreen() {
  const isWaiting = useShouldWait(isFirstRead(useQuery(read(listMeanings, {}))));
  return (
    <SettingsFrame>
      <div className={sectionsClass({ columns: "besideFromDesk", hasTables: true })}>
        <div>
          <MeaningsSection />
          {!isWaiting && <UsualSection />}
        </div>
        {!isWaiting && <SetMeaningSection />}
      </div>
    </SettingsFrame>
  );
}

export const meaningColumns: readonly DataColumn<MeaningEntry>[] = [
  {
    id: "word",
    header: "Word",
    cell: ({ word, tone }) => <Status word={word} tone={tone} />,
    sortBy: ({ word }) => word,
    isRowHeader: true,
  },
  {
    id: "tone",
    header: "Means",
    cell: ({ tone }) => toneLabels[tone],
    sortBy: ({ tone }) => tone,
    csv: ({ tone }) => toneLabels[tone],
    fit: true,
  },
  {
    id: "resource",
    header: "Of",
    cell: ({ resource }) => resourceName(resource),
    sortBy: ({ resource }) => resourceName(resource),
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
    csv: ({ set_by }) => set_by ?? "API documentation",
    fit: true,
  },
  {
    id: "acts",
    header: "Change",
    cell: (entry) => <MeaningActions entry={entry} />,
    className: "[--fit:190px]",
    fit: true,
    num: true,
  },
];

const rowId = (entry: MeaningEntry) => setMeaningText(entry);

/** Words with a meaning. Other words are shown as received, without a color. */
function MeaningsSection() {
  const meanings = useQuery(read(listMeanings, {}));
  return (
    <Section
      title="Status meanings"
      note="Words in neither list are shown as received, uncolored"
      className="[--fit:150px]"
      more={<ExportCsv name="meanings" columns={meaningColumns} rows={meanings.data?.value.data ?? []} />}
      flush
    >
      <QueryView query={meanings} label="the status meanings" level={3}>
        {({ value }) => (
          <DataTable
            name="meanings"
            caption="Status meanings"
            columns={meaningColumns}
            rows={value.data}
            rowId={rowId}
          />
        )}
      </QueryView>
    </Section>
  );
}

/** Default meanings of words in any field. Admins can override them per field. */
function UsualSection() {
  return (
    <Section title="Usual meanings" note="Apply to any status until set for a field">
      <KvList entries={settableTones.map((tone) => [toneLabels[tone], <UsualWords key={tone} tone={tone} />])} />
    </Section>
  );
}

function UsualWords({ tone }: { tone: SettableTone }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {[...usualMeanings].map(
        ([word, usual]) =>
          usual === tone && (
            <li key={word}>
              <Status word={word} tone={tone} />
            </li>
          ),
      )}
    </ul>
  );
}

function MeaningActions({ entry: { resource, field, word, set_by } }: { entry: MeaningEntry }) {
  const url = useUrlState();
  const forget = useOwnSend(forgetMeaning, "Forget", word);
  if (set_by === null) return <span className="text-ink-3">fixed</span>;
  return (
    <>
      <Button
        size="small"
        variant="bare"
        aria-label={`Change meaning of ${word}`}
        onClick={() => url.set({ meaning: setMeaningText({ resource, field, word }) }, { replaces: true })}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-label={`Forget meaning of ${word}`}
        isSending={forget.isPending}
        sendingLabel="…"
        onClick={() => forget.mutate({ resource, field, word })}
      >
        Forget
      </Button>
    </>
  );
}
