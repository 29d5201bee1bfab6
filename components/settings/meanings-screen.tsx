"use client";

import { useQuery } from "@tanstack/react-query";
import type { DataColumn } from "@/components/data-table/data-columns";
import { ExportedTable } from "@/components/data-table/exported-table";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { readMeaning, setMeaningText } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { KvList } from "@/components/ui/page/kv-list";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { StateMessage } from "@/components/ui/page/state-message";
import { read } from "@/lib/client/query";
import {
  documentedMeanings,
  forgetMeaning,
  listMeanings,
  type MeaningEntry,
  type SettableTone,
  settableTones,
} from "@/lib/contract/console/meanings";
import { usualMeanings } from "@/lib/contract/usual-meanings";
import { FoldedSection } from "./folded-section";
import { SettingsFrame } from "./settings-frame";
import { resourceName } from "./word-resources";

const MeaningDialog = deferred(async () => (await import("./meaning-dialog")).MeaningDialog);

/** Meanings of status words. `?meaning=<resource>.<field>.<word>` opens the dialog with this word. */
export function MeaningsScreen() {
  const url = useUrlState();
  const asked = url.get("meaning");
  return (
    <SettingsFrame>
      <div className={sectionsClass({ hasTables: true })}>
        <MeaningsSection onAdd={() => url.open("meaning", "new")} />
      </div>
      <FoldedSection title="Built-in meanings" note="Of the API documentation, and usual ones of any status">
        <div className="px-(--gutter) pb-4">
          <KvList entries={settableTones.map((tone) => [toneLabels[tone], <BuiltInWords key={tone} tone={tone} />])} />
        </div>
      </FoldedSection>
      {asked !== undefined && (
        <MeaningDialog key={asked} word={readMeaning(asked)} onClose={() => url.close("meaning")} />
      )}
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
    sortBy: ({ tone }) => toneLabels[tone],
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
    cell: ({ set_by }) => set_by,
    sortBy: ({ set_by }) => set_by,
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

const isOwn = ({ set_by }: MeaningEntry) => set_by !== null;

/** Meanings that admins set. Words without any meaning are shown as received, without a color. */
function MeaningsSection({ onAdd }: { onAdd: () => void }) {
  const meanings = useQuery(read(listMeanings, {}));
  return (
    <Section
      title="Status meanings"
      note="Words without a meaning are shown as received, uncolored"
      more={
        <Button size="small" icon="plus" aria-haspopup="dialog" load={MeaningDialog.load} onClick={onAdd}>
          Set a meaning
        </Button>
      }
      flush
    >
      <QueryView
        query={meanings}
        label="the status meanings"
        isEmpty={({ data }) => !data.some(isOwn)}
        empty={
          <StateMessage kind="empty" heading="No meanings set">
            Words have their built-in meanings.
          </StateMessage>
        }
      >
        {({ value }) => (
          <ExportedTable
            name="meanings"
            caption="Status meanings"
            columns={meaningColumns}
            rows={value.data.filter(isOwn)}
            rowId={rowId}
          />
        )}
      </QueryView>
    </Section>
  );
}

function BuiltInWords({ tone }: { tone: SettableTone }) {
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
      {documentedMeanings
        .filter((meaning) => meaning.tone === tone)
        .map(({ resource, field, word }) => (
          <li key={`${resource} ${field}`}>
            <Status word={word} tone={tone} />{" "}
            <span className="text-ink-3">
              {resourceName(resource)}, {field}
            </span>
          </li>
        ))}
    </ul>
  );
}

function MeaningActions({ entry }: { entry: MeaningEntry }) {
  const { resource, field, word } = entry;
  const url = useUrlState();
  const forget = useOwnSend(forgetMeaning, "Remove", word);
  return (
    <>
      <Button
        size="small"
        variant="bare"
        aria-haspopup="dialog"
        load={MeaningDialog.load}
        aria-label={`Change meaning of ${word}`}
        onClick={() => url.open("meaning", setMeaningText(entry))}
      >
        Change
      </Button>
      <Button
        size="small"
        variant="bare"
        aria-label={`Remove meaning of ${word}`}
        isSending={forget.isPending}
        sendingLabel="…"
        onClick={() => forget.mutate({ resource, field, word })}
      >
        Remove
      </Button>
    </>
  );
}
