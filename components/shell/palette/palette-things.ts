import { roleName } from "@/components/query/who-can";
import type { IconName } from "@/components/ui/buttons/icon";
import { numberKeys } from "@/lib/client/number-pages";
import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { type Credential, getCredential } from "@/lib/contract/api/credentials";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import { getTool } from "@/lib/contract/api/tools";
import type { Webhook } from "@/lib/contract/api/webhooks";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { type Delivery, wordText } from "@/lib/contract/console/deliveries";
import { knownName, type SavedRecord } from "@/lib/contract/console/saved";
import { calledOf, type Member } from "@/lib/contract/console/team";
import { idToPath } from "@/lib/contract/identifier";
import type { Operation } from "@/lib/contract/operation";
import { textIn } from "@/lib/format/json";

/** Actions of the console itself. */
export type Command = "read-again" | "switch-theme" | "switch-zone" | "show-keys" | "copy-link" | "sign-out";

export type Entry = {
  key: string;
  icon: IconName;
  title: string;
  note?: string;
  hint?: string;
  /** Time of an event, shown instead of the hint. */
  at?: string | undefined;
  /** Destructive: never listed first nor preselected. */
  stop?: boolean;
  /** Search synonyms. */
  also?: string;
  /** `as: "id"` lists the kinds that the text could be the ID of. */
  go: { href: string } | { command: Command } | { as: "id" };
};

export type EntryGroup = { title: string; entries: readonly Entry[]; inColumns?: true };

export type PaletteSources = {
  saved: readonly SavedRecord[];
  numbers: readonly PhoneNumber[];
  credentials: readonly Credential[];
  webhooks: readonly Webhook[];
  people: readonly Member[];
};

/** A record that the palette can find. */
export type PaletteRecord = {
  resource: string;
  id: string;
  name: string;
  /** Kind of the record and why it is listed. */
  why: string;
  href: string;
  isPinned: boolean;
  /** ISO time of the last read; empty if never read. */
  seenAt: string;
  /** Last known status. */
  status?: string | undefined;
  /** Time of an event. */
  at?: string | undefined;
};

/** All searchable records, without duplicates. */
export function paletteRecords({ saved, numbers, credentials, webhooks, people }: PaletteSources): PaletteRecord[] {
  const records = new Map<string, PaletteRecord>();
  const add = (record: PaletteRecord) => {
    const key = `${record.resource} ${record.id}`;
    if (!records.has(key)) records.set(key, record);
  };
  const uses = countAssistants(numbers);
  for (const record of saved) add(fromSaved(record, uses.get(record.ref) ?? 0));
  for (const [id, times] of uses)
    add(createRecord("assistants", { id, name: id, why: `assistant, ${namedBy(times)}` }));
  for (const [number, key] of numberKeys(numbers)) {
    const { id, phone_number, friendly_name } = number;
    if (id || phone_number)
      add(
        createRecord("phone-numbers", {
          id: key,
          name: phone_number || key,
          why: textIn(friendly_name) ? `phone number, ${friendly_name}` : "phone number",
          href: `/phone-numbers?number=${encodeURIComponent(key)}`,
        }),
      );
  }
  for (const { id, name } of credentials)
    if (id) add(createRecord("credentials", { id, name: name || id, why: "credential" }));
  for (const { id, url } of webhooks)
    if (id)
      add(
        createRecord("webhooks", {
          id,
          name: url || id,
          why: "webhook",
          href: `/webhooks?webhook=${encodeURIComponent(wordText(id))}`,
        }),
      );
  for (const person of people)
    add(
      createRecord("team", {
        id: person.id,
        name: calledOf(person),
        why: [person.name && person.email, roleName(person.role)].filter(Boolean).join(", "),
        href: `/team?person=${encodeURIComponent(person.id)}`,
      }),
    );
  return [...records.values()];
}

/** Webhook log entries as palette records. */
export function logRecords(entries: readonly Delivery[], webhooks: readonly PaletteRecord[]): PaletteRecord[] {
  const targets = new Map(webhooks.map(({ id, name }) => [id, name]));
  return entries.map(({ key, event, status, webhook_id, delivered_at, first_seen_at }) =>
    createRecord("webhooks", {
      id: key,
      name: event || key,
      why: ["log entry", status, webhook_id && targets.get(webhook_id)].filter(Boolean).join(", "),
      href: `/webhooks?entry=${encodeURIComponent(key)}&time=all`,
      at: delivered_at ?? first_seen_at,
    }),
  );
}

type RecordFields = Pick<PaletteRecord, "id" | "name" | "why"> & Partial<PaletteRecord>;

const createRecord = (resource: string, fields: RecordFields): PaletteRecord => ({
  resource,
  href: hrefOf(resource, fields.id),
  isPinned: false,
  seenAt: "",
  ...fields,
});

function fromSaved(record: SavedRecord, uses: number) {
  const { resource, ref, pinned, opened_by, last_seen_at, last_status_word, not_found_since } = record;
  const noun = kinds.find((kind) => kind.resource === resource)?.noun ?? resource;
  const reasons = [
    uses > 0 ? namedBy(uses) : "",
    pinned ? "pinned" : "",
    opened_by ? `opened by ${opened_by}` : "",
    not_found_since ? "not found when last read" : "",
  ].filter(Boolean);
  return createRecord(resource, {
    id: ref,
    name: knownName(record) ?? ref,
    why: [noun, ...reasons].join(", "),
    isPinned: pinned,
    seenAt: last_seen_at ?? "",
    status: last_status_word ?? undefined,
    ...(resource === "sessions" ? { href: `/sessions?id=${encodeURIComponent(ref)}` } : {}),
  });
}

const namedBy = (times: number) => `named by ${times} phone number${times === 1 ? "" : "s"}`;

function countAssistants(numbers: readonly PhoneNumber[]) {
  const uses = new Map<string, number>();
  for (const { assistant_id } of numbers) if (assistant_id) uses.set(assistant_id, (uses.get(assistant_id) ?? 0) + 1);
  return uses;
}

/** A kind of record that can be opened by ID. */
export type Kind = { resource: string; plural: string; noun: string; op: Operation };

export const kinds: readonly Kind[] = [
  { resource: "assistants", plural: "Assistants", noun: "assistant", op: getAssistant },
  { resource: "campaigns", plural: "Campaigns", noun: "campaign", op: getCampaign },
  { resource: "workflows", plural: "Workflows", noun: "workflow", op: getWorkflow },
  { resource: "calls", plural: "Calls", noun: "call", op: getCall },
  { resource: "tools", plural: "Tools", noun: "tool", op: getTool },
  { resource: "credentials", plural: "Credentials", noun: "server credential", op: getCredential },
];

export const hrefOf = (resource: string, id: string) => `/${resource}/${idToPath(id)}`;
