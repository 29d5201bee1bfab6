import { destinationsFor } from "@/components/shell/page-roles";
import { pauseCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { guidePages, hrefOfGuide } from "./guide-pages";
import { isPhone, isUuid, looksLikeId, looseRank, matchRank, pageSynonyms } from "./palette-match";
import { type Entry, type EntryGroup, hrefOf, type Kind, kinds, type PaletteRecord } from "./palette-things";
import { idActions, type OpenRecord, recordActions } from "./palette-verbs";

type PaletteInput = {
  text: string;
  role: Role;
  records: readonly PaletteRecord[];
  /** Webhook log entries that the server found for the text. */
  log?: readonly PaletteRecord[];
  /** Record of the open page. */
  open?: OpenRecord | undefined;
  /** Path of the open page, which is not offered. */
  here?: string;
  /** The user chose to treat the text as an ID. */
  isId?: boolean;
};

const maxPerGroup = 6;

/** Groups of entries for a text, best first. */
export function paletteGroups(input: PaletteInput): EntryGroup[] {
  const { role, isId } = input;
  const text = input.text.trim();
  const allowed = (all: readonly PaletteRecord[] = []) => all.filter(({ resource }) => mayOpen(resource, role));
  const search = { ...input, text, records: allowed(input.records), log: allowed(input.log) };
  if (text.startsWith(">")) return orderedGroups([actionsFor(search)]);
  if (text === "")
    return orderedGroups([
      pages(search),
      pinned(search.records),
      lastOpened(search.records),
      verbs(search),
      actions(role),
    ]);
  const matches = matchesFor(search);
  if (isPhone(text)) return orderedGroups(matches);
  if (looksLikeId(text) || exact(search).length > 0) {
    const others = excluding([...exact(search), ...prefixMatches(search)], [...matches, logGroup(search)]);
    return orderedGroups([
      exactGroup(search),
      prefixGroup(search),
      openAsGroup(search),
      idActionsGroup(search),
      ...others,
    ]);
  }
  return orderedGroups(isId ? [openAsGroup(search)] : [...matches, logGroup(search), asId(text)]);
}

/** Sorts destructive entries last in their group. A group that starts with one is never first if there are others. */
function orderedGroups(groups: readonly EntryGroup[]): EntryGroup[] {
  const shown = groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries.toSorted((one, other) => Number(one.stop ?? 0) - Number(other.stop ?? 0)),
    }));
  const first = shown.findIndex(({ entries }) => !entries[0]?.stop);
  return first > 0 ? [...shown.slice(first, first + 1), ...shown.slice(0, first), ...shown.slice(first + 1)] : shown;
}

/** A plain word is rarely an ID, so opening it as one takes another step. */
const asId = (text: string): EntryGroup => ({
  title: "Or an ID",
  entries: [{ key: asIdKey, icon: "right", title: `Open “${text}” as an ID…`, go: { as: "id" } }],
});

export const asIdKey = "as an ID";

function mayOpen(resource: string, role: Role) {
  return destinationsFor(role).some(({ href }) => href === `/${resource}`);
}

const pages = ({ role, here }: PaletteInput): EntryGroup => ({
  title: "Pages",
  inColumns: true,
  entries: pagesFor(role).filter(({ go }) => !("href" in go) || go.href !== here),
});

const pagesFor = (role: Role): Entry[] =>
  destinationsFor(role).map(({ href, label, key }) => ({
    key: `page ${href}`,
    icon: "right",
    title: label,
    hint: `G ${key}`,
    also: pageSynonyms[href] ?? "",
    go: { href },
  }));

const verbs = ({ open, role }: PaletteInput): EntryGroup => ({
  title: open ? `This ${kinds.find(({ resource }) => resource === open.resource)?.noun}` : "",
  entries: open ? recordActions(open, role) : [],
});

const logGroup = (input: PaletteInput): EntryGroup => ({
  title: "Webhook log",
  entries: (input.log ?? []).map(entryOf),
});

const pinned = (records: readonly PaletteRecord[]): EntryGroup => ({
  title: "Pinned",
  entries: newestEntries(records.filter(({ isPinned }) => isPinned)),
});

const lastOpened = (records: readonly PaletteRecord[]): EntryGroup => ({
  title: "Last opened",
  entries: newestEntries(records.filter(({ isPinned, seenAt }) => !isPinned && seenAt !== "")),
});

const newestEntries = (records: readonly PaletteRecord[]) => newestFirst(records).slice(0, maxPerGroup).map(entryOf);

const newestFirst = (records: readonly PaletteRecord[]) =>
  [...records].sort((one, other) => (one.seenAt < other.seenAt ? 1 : one.seenAt > other.seenAt ? -1 : 0));

const icons = new Map<string, Entry["icon"]>([
  ["webhooks", "link"],
  ["credentials", "lock"],
  ["team", "user"],
]);

const entryOf = (record: PaletteRecord): Entry => ({
  key: `${record.resource} ${record.id}`,
  icon: record.isPinned ? "pin" : (icons.get(record.resource) ?? "right"),
  title: record.name,
  note: record.why,
  at: record.at,
  ...(record.name === record.id || record.resource === "team" ? {} : { hint: shortenId(record.id) }),
  go: { href: record.href },
});

const exact = ({ text, records, log = [] }: PaletteInput) =>
  newestFirst(
    [...records, ...log].filter(({ id }) => id === text || (isUuid(text) && id.toLowerCase() === text.toLowerCase())),
  );

const exactGroup = (input: PaletteInput): EntryGroup => ({
  title: "This ID is known",
  entries: exact(input).map((record) => ({ ...entryOf(record), icon: "right" })),
});

const minPrefixLength = 6;

/** Records whose ID starts with the text, or whose phone number equals it without the plus. */
function prefixMatches({ text, records, log = [] }: PaletteInput): PaletteRecord[] {
  const isPrefix = ({ id, name, resource }: PaletteRecord) =>
    (id !== text && id.toLowerCase().startsWith(text.toLowerCase())) ||
    (resource === "phone-numbers" && name === `+${text}`);
  return text.length < minPrefixLength ? [] : [...records, ...log].filter(isPrefix);
}

const prefixGroup = (input: PaletteInput): EntryGroup => ({
  title: "Known here",
  entries: newestEntries(prefixMatches(input)),
});

function excluding(records: readonly PaletteRecord[], groups: readonly EntryGroup[]) {
  const shown = new Set(records.map((record) => entryOf(record).key));
  return groups.map(({ title, entries }) => ({ title, entries: entries.filter(({ key }) => !shown.has(key)) }));
}

/** Kinds that an ID may have, most recently opened first. Assistants come first for a UUID. */
function openAsGroup(input: PaletteInput): EntryGroup {
  const { text, role, records } = input;
  const exactResources = new Set(exact(input).map(({ resource }) => resource));
  const lastSeen = (kind: Kind) =>
    newestFirst(records.filter(({ resource }) => resource === kind.resource))[0]?.seenAt ?? "";
  const rank = (kind: Kind) => (isUuid(text) && kind.resource === "assistants" ? "~" : lastSeen(kind));
  const readable = kinds
    .filter(({ op, resource }) => isAllowed(op, role) && !exactResources.has(resource))
    .sort((one, other) => (rank(one) < rank(other) ? 1 : rank(one) > rank(other) ? -1 : 0));
  return {
    title: exactResources.size > 0 ? "Or open as" : "Open this ID",
    entries: readable.map(({ resource, noun }) => ({
      key: `read ${resource}`,
      icon: "right",
      title: `Open as ${noun}`,
      go: { href: hrefOf(resource, text) },
    })),
  };
}

const idActionsGroup = ({ text, role }: PaletteInput): EntryGroup => ({
  title: "Actions",
  entries: idActions(text, role),
});

type Ranked = { entry: Entry; rank: number };

const plurals = [
  ...kinds.map(({ resource, plural }) => [resource, plural] as const),
  ["phone-numbers", "Phone numbers"],
  ["webhooks", "Webhooks"],
  ["sessions", "Sessions"],
  ["team", "People"],
] as const;

/** All matches, one group per kind, best group first. Loose matches are used only if there are no better ones. */
function matchesFor(input: PaletteInput): EntryGroup[] {
  const { text, role, records } = input;
  const recordGroups = plurals.map(([resource, title]) => ({
    title,
    ranked: newestFirst(records)
      .filter((record) => record.resource === resource)
      .flatMap((record) => ranked(entryOf(record), matchRank(text, record.name, record.id, record.why))),
  }));
  const rankedGroup = (title: string, entries: readonly Entry[]) => ({
    title,
    // The prefix keeps a synonym from ranking as high as the start of the title.
    ranked: entries.flatMap((entry) => ranked(entry, matchRank(text, entry.title, `· ${entry.also ?? ""}`))),
  });
  const { title, entries } = verbs(input);
  const groups = [
    rankedGroup("Pages", pagesFor(role)),
    ...recordGroups.slice(0, -1),
    rankedGroup(title, entries),
    ...recordGroups.slice(-1),
    rankedGroup("Actions", actions(role).entries),
    rankedGroup("Guide", guide),
  ];
  // Destructive entries do not improve the rank of their group.
  const bestOf = (matches: readonly Ranked[]) =>
    Math.min(Number.POSITIVE_INFINITY, ...matches.map(({ rank, entry }) => rank + (entry.stop ? 1 : 0)));
  const isLoose = groups.every((group) => group.ranked.every(({ rank }) => rank >= looseRank));
  return groups
    .sort((one, other) => bestOf(one.ranked) - bestOf(other.ranked) || 0)
    .map((group) => ({
      title: group.title,
      entries: bestEntries(group.ranked.filter(({ rank }) => isLoose || rank < looseRank)),
    }));
}

const ranked = (entry: Entry, rank: number | undefined): Ranked[] => (rank === undefined ? [] : [{ entry, rank }]);

const bestEntries = (matches: readonly Ranked[]) =>
  [...matches]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, maxPerGroup)
    .map(({ entry }) => entry);

/** Actions for a text after `>`, including those on the open record. */
const actionsFor = (input: PaletteInput): EntryGroup => ({
  title: "Actions",
  entries: [...verbs(input).entries, ...actions(input.role).entries].filter(
    ({ title, also }) => matchRank(input.text.slice(1), title, also ?? "") !== undefined,
  ),
});

const guide: readonly Entry[] = guidePages.map(({ slug, title, also }) => ({
  key: `guide ${slug}`,
  icon: "help",
  title,
  also: `help guide how ${also}`,
  go: { href: hrefOfGuide(slug) },
}));

type Offer = Omit<Entry, "key"> & { needs?: Operation };

const offers: readonly Offer[] = [
  { icon: "refresh", title: "Refresh", also: "reload update again", hint: "R", go: { command: "read-again" } },
  {
    icon: "up",
    title: "Import contacts into a campaign…",
    also: "upload list leads people csv excel",
    needs: uploadContacts,
    go: { href: "/import" },
  },
  { icon: "link", title: "Copy a link to this page", also: "share url address", go: { command: "copy-link" } },
  {
    icon: "clock",
    title: "Switch between UTC and local time",
    also: "zone timezone clock",
    go: { command: "switch-zone" },
  },
  {
    icon: "theme",
    title: "Switch theme",
    also: "dark light night mode colors appearance",
    hint: "Shift D",
    go: { command: "switch-theme" },
  },
  { icon: "keys", title: "Keyboard shortcuts", also: "hotkeys keys", hint: "?", go: { command: "show-keys" } },
  { icon: "help", title: "Help", also: "guide manual docs version changelog", go: { href: "/help" } },
  {
    icon: "pause",
    title: "Pause every running campaign…",
    also: "stop all emergency halt",
    needs: pauseCampaign,
    go: { href: "/campaigns?ask=pause-all" },
  },
  { icon: "out", title: "Sign out", also: "log out logout leave exit", stop: true, go: { command: "sign-out" } },
];

const actions = (role: Role): EntryGroup => ({
  title: "Actions",
  entries: offers
    .filter(({ needs }) => needs === undefined || isAllowed(needs, role))
    .map(({ needs: _, ...offer }) => ({ key: `do ${offer.title}`, ...offer })),
});
