import { roleName } from "@/components/query/who-can";
import { endSessionHref } from "@/components/record/end-session-href";
import { sourceMessage } from "@/components/registry/registry-row";
import { destinations } from "@/components/shell/destinations";
import type { IconName } from "@/components/ui/buttons/icon";
import { numberKeys } from "@/lib/client/number-pages";
import type { Credential } from "@/lib/contract/api/credentials";
import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import type { Webhook } from "@/lib/contract/api/webhooks";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import { calledOf, type Member } from "@/lib/contract/console/people/team";
import { knownName, type SavedRecord } from "@/lib/contract/console/saved";
import type { LogRow } from "@/lib/contract/console/webhook-log/deliveries";
import { wordText } from "@/lib/contract/console/webhook-log/words";
import { nounOf } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { type Entry, hrefOf } from "./palette-entry";

/**
 * `seenAt`: ISO time of the last read; empty if never read. `status`: last status of a record that has a name and is not gone;
 * null if never read.
 */
export type RecordEntry = Entry & {
  id: string;
  seenAt: string;
  status?: string | null;
  /** Number of the person in a call; digits can be hidden. */
  number?: string | undefined;
};

export type RecordLists = {
  saved: readonly SavedRecord[];
  numbers: readonly PhoneNumber[];
  credentials: readonly Credential[];
  webhooks: readonly Webhook[];
  people: readonly Member[];
};

export function recordEntries({ saved, numbers, credentials, webhooks, people }: RecordLists): RecordEntry[] {
  const entries = [
    ...[...numberKeys(numbers)].map(([number, key]) => fromNumber(number, key)),
    ...credentials.flatMap(({ id, name }) =>
      id ? recordEntry("credentials", { id, title: name || id, note: "credential" }) : [],
    ),
    ...webhooks.flatMap((webhook) => fromWebhook(webhook)),
    ...people.map(fromPerson),
    ...saved.map(fromSaved),
  ];
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return [...byKey.values()].sort((one, other) => other.seenAt.localeCompare(one.seenAt));
}

function fromNumber({ phone_number, friendly_name }: PhoneNumber, key: string) {
  return recordEntry("phone-numbers", {
    id: key,
    title: phone_number || key,
    note: ["phone number", friendly_name].filter(Boolean).join(", "),
    go: { href: `/phone-numbers?number=${encodeURIComponent(key)}` },
  });
}

function fromWebhook({ id, url }: Webhook) {
  if (!id) return [];
  const go = { href: `/webhooks?webhook=${encodeURIComponent(wordText(id))}` };
  return [recordEntry("webhooks", { id, title: url || id, note: "webhook", go })];
}

function fromPerson(person: Member) {
  return recordEntry("team", {
    id: person.id,
    title: calledOf(person),
    note: [person.name && person.email, roleName(person.role)].filter(Boolean).join(", "),
    hint: undefined,
    go: { href: `/team?person=${encodeURIComponent(person.id)}` },
  });
}

function fromSaved(record: SavedRecord) {
  const { resource, ref, last_seen_at, last_status_word, not_found_since } = record;
  const name = knownName(record);
  return recordEntry(resource, {
    id: ref,
    title: name ?? ref,
    note: [nounOf(resource), sourceMessage(record), not_found_since && "not found when last checked"]
      .filter(Boolean)
      .join(", "),
    seenAt: last_seen_at ?? "",
    ...(name !== null && !not_found_since ? { status: last_status_word } : {}),
    ...(resource === "sessions" ? { go: { href: endSessionHref(ref) } } : {}),
  });
}

export function logEntries(rows: readonly LogRow[], records: readonly RecordEntry[]): RecordEntry[] {
  const urls = new Map(records.map(({ id, title }) => [id, title]));
  return rows.map(({ key, delivery, event }) => {
    const { webhook_id = null, status = null } = delivery ?? {};
    const facts = delivery ? ["delivery", status, webhook_id && urls.get(webhook_id)] : ["event that arrived here"];
    return recordEntry("webhooks", {
      group: "Webhook log",
      id: key,
      title: delivery?.event || event?.name || key,
      note: facts.filter(Boolean).join(", "),
      at: delivery ? (delivery.delivered_at ?? delivery.first_seen_at) : event?.at,
      go: { href: `/webhooks?entry=${encodeURIComponent(key)}&time=all` },
    });
  });
}

export const foundCallEntries = (calls: readonly FoundCall[]): RecordEntry[] =>
  calls
    .toSorted((one, other) => Number(one.is_over) - Number(other.is_over))
    .map(({ call_id, contact, contact_name, campaign_name, is_over, status, at }) => {
      const number = contact === null ? undefined : `+${contact}`;
      const title = contact_name ?? number ?? call_id;
      return recordEntry("calls", {
        id: call_id,
        title,
        note: [is_over ? "call" : "call in progress", title !== number && number, campaign_name]
          .filter(Boolean)
          .join(", "),
        at,
        status: is_over ? "ended" : status,
        number,
      });
    });

const icons: Partial<Record<string, IconName>> = { webhooks: "link", credentials: "lock", team: "user" };

type RecordFields = Partial<RecordEntry> & Pick<RecordEntry, "id" | "title" | "note">;

const recordEntry = (resource: string, fields: RecordFields): RecordEntry => ({
  group: destinations.find(({ href }) => href === `/${resource}`)?.label ?? "",
  key: `${resource} ${fields.id}`,
  icon: icons[resource] ?? "right",
  hint: fields.title === fields.id ? undefined : shortenId(fields.id),
  go: { href: hrefOf(resource, fields.id) },
  seenAt: "",
  ...fields,
});
