import { destinationsFor } from "@/components/shell/page-roles";
import { pauseCampaign, uploadContacts } from "@/lib/contract/api/campaigns";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { guidePages, hrefOfGuide } from "./guide-pages";
import { fitOf, isPhone, isUuid, looksLikeId, looseFit, pageSynonyms } from "./palette-match";
import { type Entry, type EntryGroup, hrefOf, type Kind, kinds, type Thing } from "./palette-things";
import { actsOn, type OpenRecord, verbsOn } from "./palette-verbs";

type Asked = {
  text: string;
  role: Role;
  things: readonly Thing[];
  /** Entries of the webhook log that the server found for the text. */
  log?: readonly Thing[];
  /** What the open page is about. */
  open?: OpenRecord | undefined;
  /** The address of the open page, which is not offered. */
  here?: string;
  /** Someone said that this word is an ID. */
  isId?: boolean;
};

const mostOfAGroup = 6;

/** What the command field offers for a text, best first. */
export function paletteGroups(given: Asked): EntryGroup[] {
  const { role, isId } = given;
  const text = given.text.trim();
  const known = (all: readonly Thing[] = []) => all.filter(({ resource }) => mayOpen(resource, role));
  const asked = { ...given, text, things: known(given.things), log: known(given.log) };
  if (text.startsWith(">")) return offered([actionsFor(asked)]);
  if (text === "")
    return offered([pages(asked), pinned(asked.things), lastOpened(asked.things), verbs(asked), actions(role)]);
  const matches = matchesFor(asked);
  if (isPhone(text)) return offered(matches);
  if (looksLikeId(text) || exact(asked).length > 0) {
    const others = without([...exact(asked), ...begun(asked)], [...matches, inLog(asked)]);
    return offered([idKnown(asked), partKnown(asked), readAs(asked), actOn(asked), ...others]);
  }
  return offered(isId ? [readAs(asked)] : [...matches, inLog(asked), asId(text)]);
}

/** What ends something stands last of its group, and its group not first where anything else is offered. */
function offered(groups: readonly EntryGroup[]): EntryGroup[] {
  const shown = groups
    .filter(({ entries }) => entries.length > 0)
    .map(({ entries, ...group }) => ({
      ...group,
      entries: entries.toSorted((one, other) => Number(one.stop ?? 0) - Number(other.stop ?? 0)),
    }));
  const first = shown.findIndex(({ entries }) => !entries[0]?.stop);
  return first > 0 ? [...shown.slice(first, first + 1), ...shown.slice(0, first), ...shown.slice(first + 1)] : shown;
}

/** A word is hardly ever an ID, so what it could be opened as is a step further on, and what could be done to it is not offered. */
const asId = (text: string): EntryGroup => ({
  title: "Or an ID",
  entries: [{ key: asIdKey, icon: "right", title: `Open “${text}” as an ID…`, go: { as: "id" } }],
});

export const asIdKey = "as an ID";

function mayOpen(resource: string, role: Role) {
  return destinationsFor(role).some(({ href }) => href === `/${resource}`);
}

const pages = ({ role, here }: Asked): EntryGroup => ({
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

const verbs = ({ open, role }: Asked): EntryGroup => ({
  title: open ? `This ${kinds.find(({ resource }) => resource === open.resource)?.noun}` : "",
  entries: open ? verbsOn(open, role) : [],
});

const inLog = (asked: Asked): EntryGroup => ({
  title: "Webhook log",
  entries: (asked.log ?? []).map(entryOf),
});

const pinned = (things: readonly Thing[]): EntryGroup => ({
  title: "Pinned",
  entries: newestEntries(things.filter(({ isPinned }) => isPinned)),
});

const lastOpened = (things: readonly Thing[]): EntryGroup => ({
  title: "Last opened",
  entries: newestEntries(things.filter(({ isPinned, seenAt }) => !isPinned && seenAt !== "")),
});

const newestEntries = (things: readonly Thing[]) => newestFirst(things).slice(0, mostOfAGroup).map(entryOf);

const newestFirst = (things: readonly Thing[]) =>
  [...things].sort((one, other) => (one.seenAt < other.seenAt ? 1 : one.seenAt > other.seenAt ? -1 : 0));

const icons = new Map<string, Entry["icon"]>([
  ["webhooks", "link"],
  ["credentials", "lock"],
  ["team", "user"],
]);

const entryOf = (thing: Thing): Entry => ({
  key: `${thing.resource} ${thing.id}`,
  icon: thing.isPinned ? "pin" : (icons.get(thing.resource) ?? "right"),
  title: thing.name,
  note: thing.why,
  at: thing.at,
  ...(thing.name === thing.id || thing.resource === "team" ? {} : { hint: shortenId(thing.id) }),
  go: { href: thing.href },
});

const exact = ({ text, things, log = [] }: Asked) =>
  newestFirst(
    [...things, ...log].filter(({ id }) => id === text || (isUuid(text) && id.toLowerCase() === text.toLowerCase())),
  );

const idKnown = (asked: Asked): EntryGroup => ({
  title: "This ID is known",
  entries: exact(asked).map((thing) => ({ ...entryOf(thing), icon: "right" })),
});

const fewestOfPart = 6;

/** What an ID begins like, or a phone number pasted without its plus: nobody means an unknown record by these. */
function begun({ text, things, log = [] }: Asked): Thing[] {
  const isBegun = ({ id, name, resource }: Thing) =>
    (id !== text && id.toLowerCase().startsWith(text.toLowerCase())) ||
    (resource === "phone-numbers" && name === `+${text}`);
  return text.length < fewestOfPart ? [] : [...things, ...log].filter(isBegun);
}

const partKnown = (asked: Asked): EntryGroup => ({ title: "Known here", entries: newestEntries(begun(asked)) });

function without(things: readonly Thing[], groups: readonly EntryGroup[]) {
  const shown = new Set(things.map((thing) => entryOf(thing).key));
  return groups.map(({ title, entries }) => ({ title, entries: entries.filter(({ key }) => !shown.has(key)) }));
}

/** Never ordered by what an ID begins with: by what was opened last, and an assistant first for a UUID. */
function readAs(asked: Asked): EntryGroup {
  const { text, role, things } = asked;
  const taken = new Set(exact(asked).map(({ resource }) => resource));
  const lastSeen = (kind: Kind) =>
    newestFirst(things.filter(({ resource }) => resource === kind.resource))[0]?.seenAt ?? "";
  const rank = (kind: Kind) => (isUuid(text) && kind.resource === "assistants" ? "~" : lastSeen(kind));
  const readable = kinds
    .filter(({ op, resource }) => isAllowed(op, role) && !taken.has(resource))
    .sort((one, other) => (rank(one) < rank(other) ? 1 : rank(one) > rank(other) ? -1 : 0));
  return {
    title: taken.size > 0 ? "Or open as" : "Open this ID",
    entries: readable.map(({ resource, noun }) => ({
      key: `read ${resource}`,
      icon: "right",
      title: `Open as ${noun}`,
      go: { href: hrefOf(resource, text) },
    })),
  };
}

const actOn = ({ text, role }: Asked): EntryGroup => ({ title: "Actions", entries: actsOn(text, role) });

type Ranked = { entry: Entry; rank: number };

const plurals = [
  ...kinds.map(({ resource, plural }) => [resource, plural] as const),
  ["phone-numbers", "Phone numbers"],
  ["webhooks", "Webhooks"],
  ["sessions", "Sessions"],
  ["team", "People"],
] as const;

/** Everything a text fits, a group a kind; the group that fits best stands first. What fits only loosely is for want of better. */
function matchesFor(asked: Asked): EntryGroup[] {
  const { text, role, things } = asked;
  const records = plurals.map(([resource, title]) => ({
    title,
    ranked: newestFirst(things)
      .filter((thing) => thing.resource === resource)
      .flatMap((thing) => ranked(entryOf(thing), fitOf(text, thing.name, thing.id, thing.why))),
  }));
  const own = (title: string, entries: readonly Entry[]) => ({
    title,
    // Behind a mark, so that no other word for it is as good as the start of its own.
    ranked: entries.flatMap((entry) => ranked(entry, fitOf(text, entry.title, `· ${entry.also ?? ""}`))),
  });
  const { title, entries } = verbs(asked);
  const groups = [
    own("Pages", pagesFor(role)),
    ...records.slice(0, -1),
    own(title, entries),
    ...records.slice(-1),
    own("Actions", actions(role).entries),
    own("Guide", guide),
  ];
  // What ends something does not bring its group forward.
  const bestOf = (found: readonly Ranked[]) =>
    Math.min(Number.POSITIVE_INFINITY, ...found.map(({ rank, entry }) => rank + (entry.stop ? 1 : 0)));
  const isLoose = groups.every((group) => group.ranked.every(({ rank }) => rank >= looseFit));
  return groups
    .sort((one, other) => bestOf(one.ranked) - bestOf(other.ranked) || 0)
    .map((group) => ({
      title: group.title,
      entries: inOrder(group.ranked.filter(({ rank }) => isLoose || rank < looseFit)),
    }));
}

const ranked = (entry: Entry, rank: number | undefined): Ranked[] => (rank === undefined ? [] : [{ entry, rank }]);

const inOrder = (found: readonly Ranked[]) =>
  [...found]
    .sort((one, other) => one.rank - other.rank)
    .slice(0, mostOfAGroup)
    .map(({ entry }) => entry);

/** After `>`: what can be done here, and to the record that is open. */
const actionsFor = (asked: Asked): EntryGroup => ({
  title: "Actions",
  entries: [...verbs(asked).entries, ...actions(asked.role).entries].filter(
    ({ title, also }) => fitOf(asked.text.slice(1), title, also ?? "") !== undefined,
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
