"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadRows } from "@/components/query/read-row";
import { useOwnSend } from "@/components/send/use-send-fault";
import { readMeaning, type StatusWord, setMeaningText } from "@/components/status/set-meaning";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { deferred } from "@/components/ui/browser/deferred";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { toneLabels } from "@/components/ui/buttons/status-icon";
import { SettingGroup, SettingRow, SettingsColumn } from "@/components/ui/page/setting-row";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { type DriftRow, listDrift } from "@/lib/contract/console/drift";
import { forgetMeaning, listMeanings, type MeaningEntry } from "@/lib/contract/console/meanings";
import { driftMessage } from "@/lib/contract/drift";
import { resourceOf } from "@/lib/contract/operation";
import { countOf } from "@/lib/format/format-count";
import { SettingsPage } from "../settings-frame";
import { resourceName } from "./word-resources";

const MeaningDialog = deferred(async () => (await import("./meaning-dialog")).MeaningDialog);

/**
 * Values that the API documentation does not list, and meanings that admins set for words. Everything is shown as received.
 * `?meaning=<resource>.<field>.<word>` opens the dialog with this word.
 */
export function UnknownScreen() {
  const url = useUrlState();
  const asked = url.get("meaning");
  return (
    <SettingsPage
      title="Unknown values"
      under={{ href: "/settings/platform", label: "Platform" }}
      note="Words and fields that the API documentation does not list. Everything is shown as received."
    >
      <SettingsColumn>
        <WordsGroup />
        <DifferencesGroup />
      </SettingsColumn>
      {asked !== undefined && (
        <MeaningDialog key={asked} word={readMeaning(asked)} onClose={() => url.close("meaning")} />
      )}
    </SettingsPage>
  );
}

const isOwn = ({ set_by }: MeaningEntry) => set_by !== null;

/** Meanings that admins set. Words without any meaning are shown as received, without a color. */
function WordsGroup() {
  const url = useUrlState();
  const meanings = useQuery(read(listMeanings, {}));
  const add = (
    <Button
      size="small"
      icon="plus"
      aria-haspopup="dialog"
      load={MeaningDialog.load}
      onClick={() => url.open("meaning", "new")}
    >
      Set a meaning
    </Button>
  );
  return (
    <SettingGroup title="Meanings set here" note="Of status words" more={add}>
      <ReadRows title="Meanings" query={meanings}>
        {({ data }) =>
          data.some(isOwn) ? (
            data.filter(isOwn).map((entry) => <MeaningRow key={setMeaningText(entry)} entry={entry} />)
          ) : (
            <SettingRow title="None" note="Words have the meaning of the API documentation, or none." />
          )
        }
      </ReadRows>
    </SettingGroup>
  );
}

function MeaningRow({ entry }: { entry: MeaningEntry }) {
  const { resource, field, word, tone, set_by } = entry;
  const url = useUrlState();
  const forget = useOwnSend(forgetMeaning, "Remove", word);
  return (
    <SettingRow
      title={<Status word={word} tone={tone} />}
      note={
        <>
          Means {toneLabels[tone]}. {resourceName(resource)}, <code>{field}</code>. Set by {set_by}.
        </>
      }
    >
      <Button
        aria-haspopup="dialog"
        load={MeaningDialog.load}
        aria-label={`Change meaning of ${word}`}
        onClick={() => url.open("meaning", setMeaningText(entry))}
      >
        Change…
      </Button>
      <Button
        aria-label={`Remove meaning of ${word}`}
        isSending={forget.isPending}
        sendingLabel="…"
        onClick={() => forget.mutate({ resource, field, word })}
      >
        Remove
      </Button>
    </SettingRow>
  );
}

function DifferencesGroup() {
  const drift = useQuery(read(listDrift, {}));
  return (
    <SettingGroup title="API differences" note="Where responses differ from the API documentation">
      <ReadRows title="Differences" query={drift}>
        {({ data }) =>
          data.length > 0 ? (
            data.map((row) => <DifferenceRow key={rowId(row)} row={row} />)
          ) : (
            <SettingRow title="None" note="Every response so far matches the API documentation." />
          )
        }
      </ReadRows>
    </SettingGroup>
  );
}

const rowId = ({ operation, path, kind, came }: DriftRow) =>
  JSON.stringify(kind === "unknown-word" ? [operation, path, kind, came] : [operation, path, kind]);

function DifferenceRow({ row }: { row: DriftRow }) {
  const word = wordBehind(row);
  return (
    <SettingRow
      title={
        <>
          <span title={requestOf(row)}>{labelOf(row)}</span>
          {row.path && (
            <>
              : <code>{row.path}</code>
            </>
          )}
        </>
      }
      note={
        <>
          {driftMessage(row)} {word && <WordMeaning word={word} />} {countOf(row.times, "time")}, last{" "}
          <TimeText at={row.last_seen_at} variant="relative" quiet />, first{" "}
          <TimeText at={row.first_seen_at} variant="relative" quiet />.
        </>
      }
    >
      {word && <SetMeaning word={word} />}
    </SettingRow>
  );
}

const useTone = ({ resource, field, word }: StatusWord) => useStatusMeaning(resource)(field, word);

function WordMeaning({ word }: { word: StatusWord }) {
  const tone = useTone(word);
  return tone !== "unknown" && `Means ${toneLabels[tone]}.`;
}

function SetMeaning({ word }: { word: StatusWord }) {
  const url = useUrlState();
  if (useTone(word) !== "unknown") return null;
  return (
    <Button aria-haspopup="dialog" load={MeaningDialog.load} onClick={() => url.open("meaning", setMeaningText(word))}>
      Set what it means…
    </Button>
  );
}

const maxWordLength = 200;

const statusFields = new Set(["status", "last_sync_status"]);

const operationOf = ({ operation }: DriftRow) => apiOperations.find(({ id }) => id === operation);

/** Label of the operation: "Read webhooks". */
export function labelOf(row: DriftRow): string {
  return operationOf(row)?.label ?? row.operation;
}

/** Request of the operation: "GET /v1/webhooks". */
export function requestOf(row: DriftRow): string {
  const op = operationOf(row);
  return op ? `${op.method} ${op.path}` : row.operation;
}

/** Status word of a row whose meaning can be set; undefined for other fields and truncated words. */
export function wordBehind(row: DriftRow): StatusWord | undefined {
  const op = operationOf(row);
  const { path, kind, came } = row;
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (!op || kind !== "unknown-word" || !statusFields.has(field) || came.length >= maxWordLength) return undefined;
  return { resource: op.id === listWebhookLogs.id ? "webhook-logs" : resourceOf(op), field, word: came };
}
