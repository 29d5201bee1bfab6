import type { IconName } from "@/components/ui/buttons/icon";
import { endCall } from "@/lib/contract/api/calls";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  uploadContacts,
} from "@/lib/contract/api/campaigns";
import { endSession } from "@/lib/contract/api/sessions";
import { deleteTool } from "@/lib/contract/api/tools";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { titleOf } from "@/lib/contract/fields";
import { pathToId } from "@/lib/contract/identifier";
import { isAllowed, type Operation, type Role } from "@/lib/contract/operation";
import { visibleControls } from "@/lib/format/format-raw";
import { type Entry, hrefOf, type PaletteRecord } from "./palette-things";

/** An action on a record. It opens the page that asks for confirmation; the palette sends nothing. */
type Verb = {
  op: Operation;
  resource: string;
  label: string;
  noun: string;
  icon: IconName;
  href: (id: string) => string;
  also: string;
  stop?: boolean;
  /** Campaign stage in which the action is listed first. */
  fits?: ReturnType<typeof stageOf>;
};

const askHref = (resource: string, ask: string) => (id: string) => `${hrefOf(resource, id)}?ask=${ask}`;
const campaign = { resource: "campaigns", noun: "campaign" };

const verbs: readonly Verb[] = [
  {
    ...campaign,
    op: pauseCampaign,
    label: "Pause",
    icon: "pause",
    href: askHref("campaigns", "pause"),
    also: "stop hold halt",
    fits: "running",
  },
  {
    ...campaign,
    op: resumeCampaign,
    label: "Resume",
    icon: "resume",
    href: askHref("campaigns", "resume"),
    also: "continue unpause restart",
    fits: "paused",
  },
  {
    ...campaign,
    op: startCampaign,
    label: "Start",
    icon: "play",
    href: askHref("campaigns", "start"),
    also: "run launch begin",
    fits: "unstarted",
  },
  {
    ...campaign,
    op: uploadContacts,
    label: "Import contacts into",
    icon: "up",
    href: (id) => `${hrefOf("campaigns", id)}/contacts`,
    also: "upload list leads people csv excel",
  },
  {
    resource: "workflows",
    noun: "workflow",
    op: publishWorkflow,
    label: "Publish",
    icon: "up",
    href: askHref("workflows", "publish"),
    also: "release deploy version",
  },
  {
    resource: "sessions",
    noun: "session",
    op: endSession,
    label: "End",
    icon: "cancel",
    href: (id) => `/sessions?id=${encodeURIComponent(id)}`,
    also: "hang up hangup stop kill",
    stop: true,
  },
  {
    resource: "calls",
    noun: "call",
    op: endCall,
    label: "End",
    icon: "cancel",
    href: askHref("calls", "end"),
    also: "hang up hangup stop kill",
    stop: true,
  },
  {
    ...campaign,
    op: cancelCampaign,
    label: "Cancel",
    icon: "cancel",
    href: askHref("campaigns", "cancel"),
    also: "stop end abort kill",
    stop: true,
  },
  {
    resource: "tools",
    noun: "tool",
    op: deleteTool,
    label: "Delete",
    icon: "trash",
    href: askHref("tools", "delete"),
    also: "remove destroy",
    stop: true,
  },
];

const entryOf = ({ label, noun, icon, also, stop, href }: Verb, id: string, target: string): Entry => ({
  key: `${label} ${noun} ${id}`,
  icon,
  title: `${label} ${target}`,
  also,
  ...(stop ? { stop } : {}),
  go: { href: href(id) },
});

/** Record of the open page. */
export type OpenRecord = { resource: string; id: string; name: string | undefined; status: string | undefined };

/** Record of a path. The status comes from its latest read, else from the list. Undefined for other pages. */
export function openRecord(
  pathname: string,
  records: readonly PaletteRecord[],
  recordOf: (resource: string, id: string) => Record<string, unknown> | undefined = () => undefined,
): OpenRecord | undefined {
  const [, resource = "", segment] = pathname.split("/");
  const id = segment === undefined ? undefined : pathToId(segment);
  if (id === undefined || !verbs.some((verb) => verb.resource === resource)) return undefined;
  const listed = records.find((record) => record.resource === resource && record.id === id);
  const record = recordOf(resource, id);
  const name = listed && listed.name !== id ? listed.name : titleOf(record);
  return { resource, id, name, status: typeof record?.status === "string" ? record.status : listed?.status };
}

/** Actions of a role on the open record. Those for its stage come first, destructive ones last. */
export function recordActions({ resource, id, name, status }: OpenRecord, role: Role): Entry[] {
  const stage = stageOf(status ?? null);
  const rank = ({ stop, fits }: Verb) => (stop ? 2 : fits !== undefined && fits === stage ? 0 : 1);
  return verbs
    .filter((verb) => verb.resource === resource && isAllowed(verb.op, role))
    .sort((one, other) => rank(one) - rank(other))
    .map((verb) => entryOf(verb, id, `${name === undefined ? verb.noun : visibleControls(name)}${ellipsis(verb)}`));
}

/** Pausing and importing open no confirmation. */
const ellipsis = ({ label: does, op }: Verb) => (does === "Pause" || op === uploadContacts ? "" : "…");

/** Destructive actions on an ID of unknown kind. */
export const idActions = (id: string, role: Role): Entry[] =>
  verbs
    .filter(({ stop, op }) => stop && isAllowed(op, role))
    .map((verb) => ({ ...entryOf(verb, id, `a ${verb.noun} with this ID…`), hint: "Asks first" }));
