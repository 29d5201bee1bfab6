import { deletionOf } from "@/components/record/deletion-of";
import { setMeaningHref } from "@/components/status/set-meaning";
import { targetOf } from "@/lib/client/webhook-log";
import { hasSyncError } from "@/lib/contract/api/credentials";
import { idToPath } from "@/lib/contract/identifier";
import { type AttentionItem, address, type Known, needKey } from "./attention-item";

type Said = { resource: string; field: string; word: unknown; name: string; href: string };

const plurals: Record<string, string> = {
  "phone-numbers": "Phone numbers",
  webhooks: "Webhooks",
  "webhook-logs": "Webhook log entries",
  credentials: "Credentials",
  assistants: "Assistants",
  campaigns: "Campaigns",
  workflows: "Workflows",
  calls: "Calls",
  tools: "Tools",
};

/** Status words that nobody gave a meaning, one row a field. */
export function statusItems(known: Known): AttentionItem[] {
  const unknown = saidMessage(known).filter(
    ({ resource, field, word }) => typeof word === "string" && known.toneOf(resource, field, word) === "unknown",
  );
  const byField = groupBy(unknown, ({ resource, field }) => `${resource} ${field}`);
  return [...byField.values()].flatMap((said) => {
    const [first] = said;
    return first ? [statusItem(first, said, known.isAdmin)] : [];
  });
}

function statusItem(first: Said, said: readonly Said[], isAdmin: boolean): AttentionItem {
  const { resource, field, name, href } = first;
  const words = [...new Set(said.map(({ word }) => String(word)))].sort();
  const isOne = said.length === 1;
  const what = field === "status" ? "status" : field;
  return {
    key: needKey("words", resource, field, ...words),
    tone: "unknown",
    subject: isOne ? name : (plurals[resource] ?? resource),
    message: `${isOne ? "reports" : "report"} the ${what}${words.length > 1 ? " words" : ""} ${quoted(words)}.`,
    why: `Switchboard has no reading for ${words.length > 1 ? "these words" : "this word"} yet`,
    href: isAdmin
      ? setMeaningHref({ resource, field, word: words[0] ?? "" })
      : isOne
        ? href
        : `/${resource === "webhook-logs" ? "webhooks" : resource}`,
    link: isAdmin ? `Give ${words.length > 1 ? "them" : "it"} a reading` : "Open",
  };
}

function saidMessage(known: Known): Said[] {
  const { numbers = [], webhooks = [], credentials = [], recent = [] } = known;
  return [
    ...numbers.map(({ id, phone_number, status }) => ({
      resource: "phone-numbers",
      field: "status",
      word: status,
      name: phone_number ?? id ?? "A number",
      href: address("/phone-numbers", { number: id ?? "" }),
    })),
    ...webhooks.map((webhook) => ({
      resource: "webhooks",
      field: "status",
      word: webhook.status,
      name: targetOf(webhook)?.host ?? webhook.id ?? "A webhook",
      href: address("/webhooks", { webhook: webhook.id ?? "" }),
    })),
    ...credentials.flatMap((credential) => {
      const { id, name, status, last_sync_status } = credential;
      const said = {
        resource: "credentials",
        name: name ?? id ?? "A credential",
        href: address("/credentials", { credential: id ?? "" }),
      };
      const sync = hasSyncError(credential) ? [] : [{ ...said, field: "last_sync_status", word: last_sync_status }];
      return [{ ...said, field: "status", word: status }, ...sync];
    }),
    ...recent.map(({ log }) => ({
      resource: "webhook-logs",
      field: "status",
      word: log.status,
      name: "A webhook log entry",
      href: address("/webhooks", { entry: log.id ?? "" }),
    })),
    ...stillThere(known).map(({ resource, ref, label, name, last_status_word }) => ({
      resource,
      field: "status",
      word: last_status_word,
      name: label ?? name ?? ref,
      href: `/${resource}/${idToPath(ref)}`,
    })),
  ];
}

const stillThere = ({ saved = [], answers = [] }: Known) =>
  saved.filter(
    ({ resource, ref, not_found_since, last_seen_at }) =>
      !not_found_since && !deletionOf(answers, resource, ref, last_seen_at),
  );

function quoted(words: readonly string[]) {
  const shown = words.slice(0, 4).map((word) => `“${word}”`);
  const rest = words.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

/** Rows under their key, in the order in which keys first come. */
export function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
