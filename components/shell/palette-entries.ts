import type { IconName } from "@/components/ui/buttons/icon";
import { pauseCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { destinationsFor } from "./destinations";
import { fitOf, isPhone, isUuid, looksLikeId } from "./palette-match";
import { acts, hrefOf, type Kind, kinds, requestOf, type Thing } from "./palette-things";

/** What the console does by itself, without a page. */
export type Command = "read-again" | "switch-theme" | "switch-zone" | "show-keys" | "copy-link" | "sign-out";

export type Entry = {
  key: string;
  icon: IconName;
  title: string;
  note?: string;
  hint?: string;
  stop?: boolean;
  /** Other words it is looked for by. */
  also?: string;
  /** `as: "id"` shows what the text can be read as, in place of what it fits. */
  go: { href: string } | { command: Command } | { as: "id" };
};

export type EntryGroup = { title: string; entries: readonly Entry[] };

type Asked = {
  text: string;
  role: Role;
  things: readonly Thing[];
  /** Someone said that this word is an ID. */
  isId?: boolean;
};

const mostOfAGroup = 6;

/** What the command field offers for a text, best first. */
export function paletteGroups({ text: typed, role, things: all, isId }: Asked): EntryGroup[] {
  const text = typed.trim();
  const things = all.filter(({ resource }) => mayOpen(resource, role));
  const asked = { text, role, things };
  if (text.startsWith(">")) return filled([actionsFor(text.slice(1), role)]);
  if (text === "") return filled([pinned(things), lastOpened(things), actionsFor("", role)]);
  const matches = matchesFor(asked);
  if (isPhone(text)) return filled(matches);
  if (looksLikeId(text) || exact(asked).length > 0)
    return filled([known(asked), readAs(asked), actOn(asked), ...withoutExact(matches, asked)]);
  return filled(isId ? [readAs(asked)] : [...matches, asId(text)]);
}

/** A word is hardly ever an ID, so what it could be read as is a step further on, and what could be done to it is not offered. */
const asId = (text: string): EntryGroup => ({
  title: "Or an ID",
  entries: [{ key: asIdKey, icon: "right", title: `Read “${text}” as an ID…`, go: { as: "id" } }],
});

export const asIdKey = "as an ID";

const filled = (groups: readonly EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0);

function mayOpen(resource: string, role: Role) {
  return destinationsFor(role).some(({ href }) => href === `/${resource}`);
}

const pinned = (things: readonly Thing[]): EntryGroup => ({
  title: "Pinned",
  entries: newestFirst(things.filter(({ isPinned }) => isPinned))
    .slice(0, mostOfAGroup)
    .map(entryOf),
});

const lastOpened = (things: readonly Thing[]): EntryGroup => ({
  title: "Last opened",
  entries: newestFirst(things.filter(({ isPinned, seenAt }) => !isPinned && seenAt !== ""))
    .slice(0, mostOfAGroup)
    .map(entryOf),
});

const newestFirst = (things: readonly Thing[]) =>
  [...things].sort((one, other) => (one.seenAt < other.seenAt ? 1 : one.seenAt > other.seenAt ? -1 : 0));

const icons: Record<string, IconName> = { webhooks: "link", credentials: "lock" };

const entryOf = (thing: Thing): Entry => ({
  key: `${thing.resource} ${thing.id}`,
  icon: thing.isPinned ? "pin" : (icons[thing.resource] ?? "right"),
  title: thing.name,
  note: thing.why,
  ...(thing.name === thing.id ? {} : { hint: shortenId(thing.id) }),
  go: { href: thing.href },
});

const exact = ({ text, things }: Asked) =>
  newestFirst(things.filter(({ id }) => id === text || (isUuid(text) && id.toLowerCase() === text.toLowerCase())));

const known = (asked: Asked): EntryGroup => ({
  title: "This ID is known",
  entries: exact(asked).map((thing) => ({ ...entryOf(thing), icon: "right" })),
});

function withoutExact(groups: readonly EntryGroup[], asked: Asked) {
  const shown = new Set(exact(asked).map((thing) => entryOf(thing).key));
  return groups.map(({ title, entries }) => ({ title, entries: entries.filter(({ key }) => !shown.has(key)) }));
}

/** Never ordered by what an ID begins with: by what was opened last, and an assistant first for a UUID. */
function readAs(asked: Asked): EntryGroup {
  const { text, role, things } = asked;
  const taken = new Set(exact(asked).map(({ resource }) => resource));
  const lastSeen = (kind: Kind) =>
    newestFirst(things.filter(({ resource }) => resource === kind.resource))[0]?.seenAt ?? "";
  const rank = (kind: Kind) => (isUuid(text) && kind.resource === "assistants" ? "~" : lastSeen(kind));
  const offered = kinds
    .filter(({ op, resource }) => isAllowed(op, role) && !taken.has(resource))
    .sort((one, other) => (rank(one) < rank(other) ? 1 : rank(one) > rank(other) ? -1 : 0));
  return {
    title: taken.size > 0 ? "Or read it as" : "Read this ID as",
    entries: offered.map(({ resource, label, op }) => ({
      key: `read ${resource}`,
      icon: "right",
      title: label,
      hint: requestOf(op),
      go: { href: hrefOf(resource, text) },
    })),
  };
}

const actOn = ({ text, role }: Asked): EntryGroup => ({
  title: "Or act on it",
  entries: acts
    .filter(({ op }) => isAllowed(op, role))
    .map(({ label, hint, resource, href }) => ({
      key: `act ${resource}`,
      icon: "cancel",
      title: label,
      hint,
      stop: true,
      go: { href: href(text) },
    })),
});

type Ranked = { entry: Entry; rank: number };

/** Everything a text fits, a group a kind; the group that fits best stands first. */
function matchesFor({ text, role, things }: Asked): EntryGroup[] {
  const plurals = [
    ...kinds.map(({ resource, plural }) => ({ resource, plural })),
    { resource: "phone-numbers", plural: "Phone numbers" },
    { resource: "webhooks", plural: "Webhooks" },
    { resource: "sessions", plural: "Sessions" },
  ];
  const groups = [
    ...plurals.map(({ resource, plural }) => ({
      title: plural,
      ranked: newestFirst(things)
        .filter((thing) => thing.resource === resource)
        .flatMap((thing) => ranked(entryOf(thing), fitOf(text, thing.name, thing.id, thing.why))),
    })),
    {
      title: "Pages",
      ranked: destinationsFor(role).flatMap(({ href, label, key }) =>
        ranked(
          { key: `page ${href}`, icon: "right", title: label, hint: `G ${key}`, go: { href } },
          fitOf(text, label),
        ),
      ),
    },
    {
      title: "Actions",
      ranked: actions(role).flatMap((entry) => ranked(entry, fitOf(text, entry.title, entry.also ?? ""))),
    },
  ];
  const bestOf = (found: readonly Ranked[]) => Math.min(Number.POSITIVE_INFINITY, ...found.map(({ rank }) => rank));
  return groups
    .sort((one, other) => bestOf(one.ranked) - bestOf(other.ranked) || 0)
    .map(({ title, ranked: found }) => ({ title, entries: inOrder(found) }));
}

const ranked = (entry: Entry, rank: number | undefined): Ranked[] => (rank === undefined ? [] : [{ entry, rank }]);

const inOrder = (found: readonly Ranked[]) =>
  [...found]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostOfAGroup)
    .map(({ entry }) => entry);

const actionsFor = (text: string, role: Role): EntryGroup => ({
  title: "Actions",
  entries: actions(role).filter(({ title, also }) => fitOf(text, title, also ?? "") !== undefined),
});

type Offer = Omit<Entry, "key"> & { needs?: Operation };

const offers: readonly Offer[] = [
  { icon: "refresh", title: "Refresh", also: "refresh reload", hint: "R", go: { command: "read-again" } },
  { icon: "up", title: "Import contacts into a campaign…", needs: uploadContacts, go: { href: "/import" } },
  {
    icon: "pause",
    title: "Pause every running campaign…",
    also: "stop all emergency",
    needs: pauseCampaign,
    go: { href: "/campaigns?ask=pause-all" },
  },
  { icon: "link", title: "Copy a link to this page", go: { command: "copy-link" } },
  { icon: "clock", title: "Switch between UTC and local time", go: { command: "switch-zone" } },
  {
    icon: "theme",
    title: "Switch theme",
    also: "dark light mode colors",
    hint: "Shift D",
    go: { command: "switch-theme" },
  },
  { icon: "keys", title: "Keyboard shortcuts", hint: "?", go: { command: "show-keys" } },
  { icon: "out", title: "Sign out", also: "log out logout leave", go: { command: "sign-out" } },
];

const actions = (role: Role): Entry[] =>
  offers
    .filter(({ needs }) => needs === undefined || isAllowed(needs, role))
    .map(({ needs: _, ...offer }) => ({ key: `do ${offer.title}`, ...offer }));
