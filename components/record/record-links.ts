import { apiOperations } from "@/lib/contract/api";
import type { SavedRecord } from "@/lib/contract/console/saved";
import { idToPath } from "@/lib/contract/identifier";
import { type Operation, placeholdersOf, type Role, resourceOf } from "@/lib/contract/operation";

/** The reads that take one identifier, by the name the API document gives it: `assistant_id` reads an assistant. */
const readsByName = new Map<string, Operation>(
  apiOperations.flatMap((op) => {
    const [name, ...more] = placeholdersOf(op);
    return op.method === "GET" && name !== undefined && more.length === 0 ? [[name, op] as const] : [];
  }),
);

export type KnownRecords = ReadonlyMap<string, Pick<SavedRecord, "resource" | "label" | "name">>;

/** Where an identifier inside a record leads: by its documented name, or because Switchboard met it before. */
export function linkOf({ key, value, known, role }: { key: string; value: string; known: KnownRecords; role: Role }) {
  const met = known.get(value);
  const named = readsByName.get(key);
  const resource = named ? resourceOf(named) : met?.resource;
  const op = named ?? [...readsByName.values()].find((each) => resourceOf(each) === resource);
  if (!op || resource === undefined || value === "" || !op.allow.includes(role)) return undefined;
  const label = met?.resource === resource ? (met.label ?? met.name ?? undefined) : undefined;
  return { href: `/${resource}/${idToPath(value)}`, ...(label === undefined ? {} : { label }) };
}
