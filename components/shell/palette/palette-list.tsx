"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useMay } from "@/components/query/use-me";
import { newestAnswer } from "@/components/shell/use-cached";
import { useDebounced } from "@/components/ui/browser/use-debounced";
import { ShortcutHint } from "@/components/ui/browser/use-keys";
import { Icon } from "@/components/ui/buttons/icon";
import { TimeText } from "@/components/ui/time/time-text";
import { readAnswer } from "@/lib/client/answer";
import { usualLimit } from "@/lib/client/number-pages";
import { read } from "@/lib/client/query";
import { firstCredentials, listCredentials } from "@/lib/contract/api/credentials";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listWebhooks } from "@/lib/contract/api/webhooks";
import { listDeliveries } from "@/lib/contract/console/deliveries";
import { listSaved } from "@/lib/contract/console/saved";
import { listTeam } from "@/lib/contract/console/team";
import type { InputOf, Operation } from "@/lib/contract/operation";
import { asIdKey } from "./palette-entries";
import { type Entry, type EntryGroup, kinds, logRecords, type PaletteRecord, paletteRecords } from "./palette-things";
import { openRecord } from "./palette-verbs";

export type PaletteListProps = {
  id: string;
  groups: readonly EntryGroup[];
  chosen: number;
  loaded: LoadedRecords;
  onPoint: (index: number) => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

export function PaletteList({ id, groups, chosen, loaded, onPoint, onGo }: PaletteListProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = groups.flatMap((group) => group.entries);

  useEffect(() => {
    const option = document.getElementById(`${id}-${chosen}`);
    if (chosen === 0) box.current?.scrollTo({ top: 0 });
    else option?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);

  return (
    <div className="min-h-0 flex-auto scroll-pt-8 scroll-pb-2 overflow-auto overscroll-contain pb-1.5" ref={box}>
      <div role="listbox" id={id} aria-label="Results">
        {groups.map(({ title, entries: groupEntries, inColumns }, group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role alone
          <div role="group" aria-labelledby={`${id}-group-${group}`} key={title}>
            <h3
              className="px-[18px] pt-3 pb-1 text-sm font-medium text-ink-3"
              id={`${id}-group-${group}`}
              role="presentation"
            >
              {title}
            </h3>
            <div role="presentation" className={inColumns ? "columns-2 gap-0 max-narrow:columns-1" : ""}>
              {groupEntries.map((entry) => {
                const index = entries.indexOf(entry);
                return (
                  <Option
                    key={entry.key}
                    id={`${id}-${index}`}
                    entry={entry}
                    isChosen={index === chosen}
                    onPoint={() => onPoint(index)}
                    onGo={onGo}
                  />
                );
              })}
            </div>
          </div>
        ))}
      </div>
      <p className="px-[18px] pt-2 pb-1.5 text-sm leading-5 text-ink-3 empty:hidden" role="status">
        {noteOf(loaded, entries.filter(({ key }) => key !== asIdKey).length)}
      </p>
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onPoint: () => void;
  onGo: (entry: Entry, isNewTab: boolean) => void;
};

const chosenStyle =
  "bg-pick shadow-[inset_3px_0_0_var(--accent)] forced-colors:outline-2 forced-colors:-outline-offset-2 forced-colors:outline-[Highlight]";

function Option({ id, entry, isChosen, onPoint, onGo }: OptionProps) {
  const { icon, title, note, hint, at, stop } = entry;
  const isModified = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.button === 1;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys for the active option
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={`grid min-h-10 cursor-pointer break-inside-avoid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 pr-3.5 pl-[18px] max-narrow:min-h-12 ${isChosen ? chosenStyle : ""}`}
      onPointerMove={isChosen ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onGo(entry, isModified(event))}
      onAuxClick={(event) => onGo(entry, isModified(event))}
    >
      <Icon name={icon} className={stop ? "text-fault-ink" : isChosen ? "text-accent" : "text-ink-2"} />
      <span className="block min-w-0 truncate text-ink-2" title={title}>
        <b className={`font-[550] ${stop ? "text-fault-ink" : "text-ink"}`}>{title}</b>
        {note && ` ${note}`}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-ink-2 max-narrow:[&_kbd]:hidden">
        {(at || hint) && (
          <span className="text-sm leading-5 text-ink-3 max-narrow:hidden">
            {at ? <TimeText at={at} variant="relative" /> : hint}
          </span>
        )}
        {isChosen && <ShortcutHint keys="Enter" />}
      </span>
    </div>
  );
}

function noteOf({ isLoading, hasFailed }: LoadedRecords, number: number) {
  if (isLoading) return "Loading records…";
  if (hasFailed) return "Some records could not be loaded.";
  return number === 0 ? "No match." : "";
}

type LoadedRecords = { records: readonly PaletteRecord[]; isLoading: boolean; hasFailed: boolean };

/** Records to search. Loads lists that are not cached yet. */
export function usePaletteRecords(): LoadedRecords {
  const saved = useList(listSaved, {});
  const numbers = useList(listPhoneNumbers, { page: 1, limit: usualLimit });
  const credentials = useList(listCredentials, firstCredentials);
  const webhooks = useList(listWebhooks, {});
  const people = useList(listTeam, {});
  const lists = [saved, numbers, credentials, webhooks, people];

  const records = useMemo(
    () =>
      paletteRecords({
        saved: saved.value?.data ?? [],
        numbers: numbers.value?.items ?? [],
        credentials: credentials.value?.data ?? [],
        webhooks: webhooks.value?.data ?? [],
        people: people.value?.data ?? [],
      }),
    [saved.value, numbers.value, credentials.value, webhooks.value, people.value],
  );
  return {
    records,
    isLoading: lists.some(({ isLoading }) => isLoading),
    hasFailed: lists.some(({ hasFailed }) => hasFailed),
  };
}

/** Record of the open page from the query cache. Fetches nothing. */
export function useOpenRecord(pathname: string, records: readonly PaletteRecord[]) {
  const client = useQueryClient();
  return useMemo(() => {
    const readOf = (resource: string, id: string) => {
      const op = kinds.find((kind) => kind.resource === resource)?.op;
      const answer = op && newestAnswer(client, op, (input) => Object.values(Object(input)).includes(id));
      const { data } = Object(op && answer && readAnswer(op, answer).value);
      return data === undefined ? undefined : Object(data);
    };
    return openRecord(pathname, records, readOf);
  }, [client, pathname, records]);
}

const shortest = 3;
const searchDelayMs = 250;
const maxEntries = 5;

/** Searches the stored webhook log on the server by ID, event or target, debounced. */
export function useLogSearch(text: string, records: readonly PaletteRecord[]) {
  const [query, setQuery] = useState("");
  const ask = useDebounced(setQuery, searchDelayMs);
  const { data } = useQuery({
    ...read(listDeliveries, { text: query, limit: maxEntries }),
    enabled: query.length >= shortest,
  });
  const entries = query === text ? data?.value.data : undefined;
  const matches = useMemo(() => logRecords(entries ?? [], records), [entries, records]);
  return { matches, ask: (typed: string) => ask(typed.startsWith(">") ? "" : typed.trim()) };
}

/** Reads a list with exactly this input. Other cached inputs of the operation may hold only a part. */
function useList<Op extends Operation>(op: Op, input: InputOf<Op>) {
  const { data, isLoading, isLoadingError } = useQuery({ ...read(op, input), enabled: useMay(op) });
  return { value: data?.value, isLoading, hasFailed: isLoadingError };
}
