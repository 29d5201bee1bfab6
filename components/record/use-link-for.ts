import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useMe } from "@/components/query/use-me";
import { read } from "@/lib/client/query";
import { apiOperations } from "@/lib/contract/api";
import { listPhoneNumbers } from "@/lib/contract/api/phone-numbers";
import { listFoundCalls } from "@/lib/contract/console/inbox/found-calls";
import { knownName, listSaved, type SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { type Operation, type Role, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import type { LinkFor } from "./record-value";

/** The reads that take one identifier, by the name the API document gives it: `assistant_id` reads an assistant. */
const readsByName = new Map<string, Operation>(
  apiOperations.flatMap((op) => {
    const name = recordKeyOf(op);
    return name === undefined ? [] : [[name, op] as const];
  }),
);

/** Links the identifiers inside a record to their pages; `own` is the record's own identifier, which needs none. */
export function useLinkFor(own?: string): LinkFor {
  const saved = useQuery(read(listSaved, {})).data?.value.data;
  const { role } = useMe();
  const known = useMemo(() => new Map((saved ?? []).map((each) => [each.ref, each])), [saved]);
  return (value, key) => (value === own ? undefined : linkOf({ key, value, known, role }));
}

type KnownRecords = ReadonlyMap<string, Pick<SavedRecord, "resource" | "label" | "name">>;

/** Pages of lists that show a record, by the documented name of its ID. */
const placesByName = new Map<string, { op: Operation; hrefOf: (id: string) => string }>([
  [
    "phone_number_id",
    { op: listPhoneNumbers, hrefOf: (id) => `/phone-numbers?${new URLSearchParams({ number: id })}` },
  ],
  ["session_id", { op: listFoundCalls, hrefOf: (id) => `/calls?${new URLSearchParams({ text: id })}` }],
]);

/** Where an identifier inside a record leads: by its documented name, or because Switchboard met it before. */
export function linkOf({ key, value, known, role }: { key: string; value: string; known: KnownRecords; role: Role }) {
  if (value === "") return undefined;
  const place = placesByName.get(key);
  if (place) return place.op.allow.includes(role) ? { href: place.hrefOf(value) } : undefined;
  const met = known.get(value);
  const named = readsByName.get(key);
  const resource = named ? resourceOf(named) : met?.resource;
  const op = named ?? [...readsByName.values()].find((each) => resourceOf(each) === resource);
  if (!op || resource === undefined || !op.allow.includes(role)) return undefined;
  const label = met?.resource === resource ? (knownName(met) ?? undefined) : undefined;
  return { href: `/${resource}/${idToPath(value)}`, ...(label === undefined ? {} : { label }) };
}
