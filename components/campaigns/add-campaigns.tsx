"use client";

import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isNotFound } from "@/components/query/query-view";
import { AddDialog, IdsInput, idOf, piecesIn } from "@/components/registry/add-records";
import { Status } from "@/components/status/status";
import { useStatusMeaning } from "@/components/status/use-status-meaning";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { Button } from "@/components/ui/buttons/button";
import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";
import { Field, TextField } from "@/components/ui/fields/field";
import { useToast } from "@/components/ui/overlay/toast";
import { readInBackground } from "@/lib/client/background-read";
import { write } from "@/lib/client/query";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { countsIn, throughOf } from "@/lib/contract/console/campaign-counters";
import type { KnownCampaign } from "@/lib/contract/console/campaign-list";
import { addRecords, knownName, saveRecord } from "@/lib/contract/console/saved";
import { titleOf } from "@/lib/contract/fields";
import { countOf } from "@/lib/format/format-count";
import { shortenId, visibleControls } from "@/lib/format/format-raw";

const resource = "campaigns";
const mostAtOnce = 200;
const settleMs = 300;

type AddCampaignsProps = { known: readonly KnownCampaign[]; onClose: () => void };

/** Takes pasted IDs: a column of a sheet, a list, links. Looks each up. Nothing changes on the platform. */
export function AddCampaigns({ known, onClose }: AddCampaignsProps) {
  const [text, setText] = useState("");
  const [label, setLabel] = useState("");
  const [settled, setSettled] = useState("");
  const settleSoon = useDebounced(setSettled, settleMs);
  const { ids, others } = idsIn(settled);
  const lookups = useLookups(ids, known);
  const adding = lookups.filter(({ known, query }) => !known && !isNotFound(query?.error)).map(({ id }) => id);
  const { send, add } = useAdd(adding, adding.length === 1 ? label.trim() : "", onClose);

  function change(next: string) {
    setText(next);
    settleSoon(next);
  }

  const leaveOut = (id: string) =>
    change(
      piecesIn(text)
        .filter((piece) => idOf(piece, resource) !== id)
        .join("\n"),
    );

  return (
    <AddDialog
      resource={resource}
      count={adding.length}
      isDisabled={text !== settled}
      send={send}
      onAdd={add}
      onClose={onClose}
    >
      <Field
        label="Campaign IDs"
        error={ids.length === mostAtOnce ? `Only the first ${mostAtOnce} are added.` : undefined}
      >
        {(control) => <IdsInput control={control} rows={5} value={text} onChange={change} />}
      </Field>
      {adding.length === 1 && (
        <TextField
          label="Label"
          hint="Saved in Switchboard for everyone here. Optional."
          maxLength={120}
          autoComplete="off"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
      )}
      {ids.length + others.length > 0 && (
        <ul className="mt-3.5 rounded-2 border border-rule-2" aria-label="Pasted IDs">
          {lookups.map((lookup) => (
            <FoundCampaign key={lookup.id} {...lookup} onLeaveOut={() => leaveOut(lookup.id)} />
          ))}
          {others.map((other) => (
            <Line key={other} tone="wait" id={other} note="too long for an ID, skipped" />
          ))}
        </ul>
      )}
    </AddDialog>
  );
}

/** Fetches the campaigns that are not registered yet. */
function useLookups(ids: readonly string[], known: readonly KnownCampaign[]): Lookup[] {
  // Captured once: the lookups below register campaigns that must still be added.
  const [nameOf] = useState(() => new Map(known.map((campaign) => [campaign.id, knownName(campaign) ?? undefined])));
  const queries = useQueries({
    queries: ids.map((campaign_id) => ({
      ...readInBackground(getCampaign, { campaign_id }),
      enabled: !nameOf.has(campaign_id),
      retry: false,
    })),
  });
  return ids.map((id, index) => ({
    id,
    query: queries[index],
    known: nameOf.has(id) ? { name: nameOf.get(id) } : undefined,
  }));
}

/** Adds all campaigns, or the only one with its label. */
function useAdd(adding: readonly string[], label: string, onAdded: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const [only] = adding;
  const options = {
    onSuccess: () =>
      toast({ title: `${countOf(adding.length, "campaign")} added`, body: "You can see them in the list." }),
    onSettled: () => void client.invalidateQueries({ queryKey: [resource] }),
  };
  const addAll = useMutation({ ...write(addRecords), ...options });
  const addLabeled = useMutation({ ...write(saveRecord), ...options });

  function add() {
    // A callback of `mutate` is skipped if the dialog was closed meanwhile.
    if (only && label) addLabeled.mutate({ resource, ref: only, label }, { onSuccess: onAdded });
    else addAll.mutate({ resource, refs: [...adding] }, { onSuccess: onAdded });
  }

  return { send: label ? addLabeled : addAll, add };
}

type Lookup = {
  id: string;
  query:
    | { data: { value: { data: Record<string, unknown> } } | undefined; error: unknown; isFetching: boolean }
    | undefined;
  known: { name: string | undefined } | undefined;
};

function FoundCampaign({ id, query, known, onLeaveOut }: Lookup & { onLeaveOut: () => void }) {
  const toneOf = useStatusMeaning("campaigns");
  const record = query?.data?.value.data;
  if (known) return <Line tone="idle" name={known.name} id={id} note="already in the list" />;
  if (record) {
    const far = throughOf(countsIn(record));
    const total = far?.total ?? countsIn(record).total?.count;
    const note = total === undefined ? "found on the platform" : countOf(total, "contact");
    const status =
      record.status === undefined ? null : <Status word={record.status} tone={toneOf("status", record.status)} />;
    return <Line tone="ok" name={titleOf(record)} id={id} note={note} end={status} />;
  }
  if (isNotFound(query?.error) && /\s/.test(id)) return <Line tone="wait" id={id} note="not an ID, skipped" />;
  if (isNotFound(query?.error))
    return (
      <Line
        tone="fault"
        id={id}
        note="The platform has no campaign with this ID"
        end={
          <Button size="small" variant="bare" onClick={onLeaveOut}>
            Leave out
          </Button>
        }
      />
    );
  if (query?.error) return <Line tone="wait" id={id} note="Could not be checked now. It will be added anyway." />;
  return <Line tone="live" id={id} note="checking" />;
}

type LineProps = { tone: Tone; id: string; name?: string | undefined; note: string; end?: ReactNode };

function Line({ tone, id, name, note, end }: LineProps) {
  return (
    <li className="grid grid-cols-[12px_minmax(0,1fr)_auto] gap-x-2.5 border-rule px-3 py-[7px] not-first:border-t">
      <StatusIcon tone={tone} tinted className="mt-1" />
      <span className="min-w-0 wrap-anywhere">
        {name && <b className="font-[550]">{visibleControls(name)} </b>}
        <span className="font-mono text-sm tracking-[-0.02em] text-ink-2">{shortenId(id)}</span>
        <small className="block text-sm/[17px] text-ink-3">{note}</small>
      </span>
      <span>{end}</span>
    </li>
  );
}

/** IDs among what was pasted, each once, and what is none. */
export function idsIn(text: string): { ids: string[]; others: string[] } {
  const pieces = piecesIn(text);
  const ids = new Set(pieces.flatMap((piece) => idOf(piece, resource) ?? []));
  const others = pieces.filter((piece) => idOf(piece, resource) === undefined);
  return { ids: [...ids].slice(0, mostAtOnce), others: others.slice(0, mostAtOnce) };
}
