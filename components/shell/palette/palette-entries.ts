import { destinationsFor } from "@/components/shell/page-roles";
import { apiOperations } from "@/lib/contract/api";
import { listOwnAlerts } from "@/lib/contract/console/alert-settings";
import { getBackups } from "@/lib/contract/console/backups";
import { getKept } from "@/lib/contract/console/collecting";
import { getConnection } from "@/lib/contract/console/connection";
import { setSsoOnly } from "@/lib/contract/console/people/sso";
import { listTokens } from "@/lib/contract/console/people/tokens";
import { listDeliveries } from "@/lib/contract/console/webhook-log/deliveries";
import { isAllowed, nounOf, type Role, recordKeyOf, resourceOf } from "@/lib/contract/operation";
import { shortenId } from "@/lib/format/format-raw";
import { looksLikeId, looksLikeNumber } from "@/lib/format/looks-like";
import { parseRange, type TypedIn } from "@/lib/format/parse-range";
import { pastedIds } from "@/lib/format/pasted-ids";
import { rangeText, spanText } from "@/lib/format/span-text";
import { looksLikeTime } from "@/lib/format/typed-time";
import { guidePages, hrefOfGuide } from "./guide-pages";
import {
  callActions,
  campaignActions,
  consoleActions,
  idActions,
  neverCallActions,
  numberActions,
  recordActions,
} from "./palette-actions";
import { type Entry, hrefOf } from "./palette-entry";
import { matchRank, typoRank } from "./palette-match";
import type { RecordEntry } from "./palette-records";

export type EntryGroup = { title: string; entries: readonly Entry[] };

type PaletteInput = {
  text: string;
  role: Role;
  /** Newest first. */
  records: readonly RecordEntry[];
  found?: readonly RecordEntry[];
  here?: string;
  clock: TypedIn;
};

const maxPerGroup = 6;
const maxActions = 20;
const maxPerId = 3;
const maxIdGroups = 10;
const matchTitle = "Matching ID";
const openTitle = "Open this ID";

/** Groups of entries for a text, best first. Several pasted IDs are searched one by one. */
export function paletteGroups(input: PaletteInput): EntryGroup[] {
  const ids = pastedIds(input.text);
  if (ids.length <= 1) return groupsFor({ ...input, text: ids[0] ?? input.text });
  const all: EntryGroup = {
    title: "Several IDs",
    entries: [
      {
        ...{ group: "Several IDs", key: "find ids", icon: "search" },
        ...{ title: `Look up these ${ids.length} IDs`, note: "each on the platform", go: { findIds: ids } },
      },
    ],
  };
  const each = ids.slice(0, maxIdGroups).flatMap((id) =>
    resultsOf(groupsFor({ ...input, text: id })).map(({ title, entries }) => ({
      title: `${title}: ${shortenId(id)}`,
      entries: entries.slice(0, maxPerId).map((entry) => ({ ...entry, key: `${id} ${entry.key}` })),
    })),
  );
  return [all, ...each];
}

/** Entries for an ID: its known record, or the kinds as which it can be opened. */
function resultsOf(groups: readonly EntryGroup[]): EntryGroup[] {
  const known = groups.filter(({ title }) => title === matchTitle);
  return known.length > 0 ? known : groups.filter(({ title }) => title === openTitle);
}

function groupsFor({ text, role, records: all, found: ofServer = [], here = "", clock }: PaletteInput): EntryGroup[] {
  const pages = pageEntries(role);
  const isListed = ({ key, group }: RecordEntry) =>
    pages.some(({ title }) => title === group) && !ofServer.some((entry) => entry.key === key);
  const records = all.filter(isListed);
  const actions = [...recordActions(here, records, role), ...consoleActions(role)];
  if (text === "")
    return groupsOf([...pages.filter(({ key }) => key !== `page ${here}`), ...recent(records), ...actions]);
  const onOpenRecord = new Set(actions.map(({ key }) => key));
  const onCampaigns = campaignActions(records, role).filter(({ key }) => !onOpenRecord.has(key));
  if (text === ">") return groupsOf(actions);
  if (text.startsWith(">")) return groupsOf(matching(text.slice(1), [...actions, ...onCampaigns]).slice(0, maxActions));

  const known = [...records, ...ofServer].filter(({ id }) => id.toLowerCase() === text.toLowerCase());
  const isOther = (entry: RecordEntry) => !known.includes(entry);
  const found = [
    ...inGroup(matchTitle, known),
    ...matching(text, [
      ...pages,
      ...innerPages(role),
      ...records.filter(isOther),
      ...actions,
      ...onCampaigns,
      ...guide,
    ]),
    ...ofServer.filter(isOther),
    ...callActions(ofServer.filter(isOther), role),
  ];
  const isId = known.length > 0 || looksLikeId(text);
  const mayBeId = isId || (found.length === 0 && !looksLikeNumber(text));
  return groupsOf([
    ...timeEntries(text, role, clock),
    ...groupsOf(found).flatMap(({ entries }) => entries.slice(0, maxPerGroup)),
    ...numberActions(text, role),
    ...neverCallActions(text, ofServer.filter(isOther), role),
    ...(mayBeId ? openAs(text, role, records) : []),
    ...(isId ? idActions(text, role, known) : []),
  ]);
}

export const preselected = (entries: readonly Entry[]) => entries.findIndex(({ isDestructive }) => !isDestructive);

function groupsOf(entries: readonly Entry[]): EntryGroup[] {
  const titles = [...new Set(entries.map(({ group }) => group))];
  return titles.map((title) => ({ title, entries: entries.filter(({ group }) => group === title) }));
}

const inGroup = (group: string, entries: readonly Entry[]): Entry[] => entries.map((entry) => ({ ...entry, group }));

/** Entries that match, best first. Those with a typo only if there are no better ones. */
function matching(text: string, entries: readonly Entry[]): Entry[] {
  const ranked = entries
    // The prefix keeps notes and synonyms from ranking as high as the start of the title.
    .map((entry) => ({
      entry,
      rank: matchRank(text, entry.title, entry.id ?? "", `· ${entry.note ?? ""} ${entry.also ?? ""}`),
    }))
    .filter(({ rank }) => rank <= typoRank)
    .sort((one, other) => one.rank - other.rank);
  const isExact = ranked.some(({ rank }) => rank < typoRank);
  return ranked.filter(({ rank }) => !isExact || rank < typoRank).map(({ entry }) => entry);
}

const recent = (records: readonly RecordEntry[]) => [
  ...inGroup("Last opened", records.filter(({ seenAt }) => seenAt !== "").slice(0, maxPerGroup)),
];

const kinds = apiOperations.filter((op) => recordKeyOf(op) !== undefined);

function openAs(id: string, role: Role, records: readonly RecordEntry[]): Entry[] {
  const resources = kinds.filter((op) => isAllowed(op, role)).map(resourceOf);
  const opened = records.map(({ key }) => key.split(" ")[0] ?? "").filter((resource) => resources.includes(resource));
  return [...new Set([...opened, ...resources])]
    .filter((resource) => !records.some(({ key }) => key === `${resource} ${id}`))
    .map((resource) => ({
      group: openTitle,
      key: `open ${resource}`,
      icon: "right",
      title: `Open as ${nounOf(resource)}`,
      go: { href: hrefOf(resource, id) },
    }));
}

const pageEntries = (role: Role): Entry[] =>
  destinationsFor(role).map(({ href, label, key }) => ({
    group: "Pages",
    key: `page ${href}`,
    icon: "right",
    title: label,
    hint: `G ${key}`,
    also: pageSynonyms[href],
    go: { href },
  }));

/** Pages under a destination, found by their own words. */
const innerPages = (role: Role): Entry[] =>
  pagesInside.flatMap(({ op, ...page }) =>
    isAllowed(op, role) ? [{ group: "Pages", key: `page ${page.go.href}`, icon: "right" as const, ...page }] : [],
  );

const pagesInside = [
  {
    ...{ op: listOwnAlerts, title: "Settings, Alerts", go: { href: "/settings/alerts" } },
    also: "notifications email browser slack quiet hours night rules recipients",
  },
  {
    ...{ op: getConnection, title: "Settings, Platform", go: { href: "/settings/platform" } },
    also: "connection address key test polling intervals status meanings differences unknown values",
  },
  {
    ...{ op: getKept, title: "Settings, Data", go: { href: "/settings/data" } },
    also: "retention privacy hide phone numbers forget erase stored database",
  },
  {
    ...{ op: listDeliveries, title: "Deliveries that did not arrive", go: { href: "/webhooks?view=not_delivered" } },
    also: "webhook not delivered undelivered failed missing lost",
  },
  { op: getBackups, title: "Backups", go: { href: "/settings/data/backups" }, also: "settings data restore copy" },
  { op: listTokens, title: "Tokens", go: { href: "/team/tokens" }, also: "team api keys programs scripts" },
  {
    ...{ op: setSsoOnly, title: "Sign-on", go: { href: "/team/sign-on" } },
    also: "team single sso required second factor",
  },
];

const pageSynonyms: Partial<Record<string, string>> = {
  "/": "home start dashboard attention alerts",
  "/assistants": "bots agents voice",
  "/phone-numbers": "dids lines callers plan credit balance money cost",
  "/workflows": "flows publish",
  "/tools": "functions delete",
  "/import": "upload list leads people csv excel",
  "/do-not-call": "dnc block list blacklist suppression opt out register robinson tps",
  "/campaigns": "dialer outbound contacts lists leads import upload pause stop cancel",
  "/calls": "hang up hangup end stop conversations transcripts sessions who was called when",
  "/webhooks": "deliveries events hooks callbacks log",
  "/credentials": "keys secrets tokens",
  "/team": "people users members invite add a person password link",
  "/audit": "history who did evidence verify",
  "/settings": "preferences profile password second factor sign out sessions",
};

const guide: readonly Entry[] = guidePages.map(({ slug, title, also }) => ({
  group: "Guide",
  key: `guide ${slug}`,
  icon: "help",
  title,
  also: `help guide how ${also}`,
  go: { href: hrefOfGuide(slug) },
}));

function timeEntries(text: string, role: Role, typed: TypedIn): Entry[] {
  const range = looksLikeTime(text) ? parseRange(text, typed) : undefined;
  if (!range) return [];
  const { zone, ...span } = range;
  const params = new URLSearchParams({ between: spanText(span), ...(zone === undefined ? {} : { tz: zone }) });
  if (!isAllowed(listDeliveries, role)) return [];
  return [
    {
      group: "This time",
      key: "time /webhooks",
      icon: "search",
      title: `Deliveries ${rangeText(span, typed.nowMs, zone ?? typed.timeZone)}`,
      go: { href: `/webhooks?${params}` },
    },
  ];
}
