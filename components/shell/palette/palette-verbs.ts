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
import { type Entry, hrefOf, type Thing } from "./palette-things";

/** What can be done to a record. Each leads to the page that asks first; nothing is sent from here. */
type Verb = {
  op: Operation;
  resource: string;
  does: string;
  noun: string;
  icon: IconName;
  href: (id: string) => string;
  also: string;
  stop?: boolean;
  /** At which stage of a campaign it fits. */
  fits?: ReturnType<typeof stageOf>;
};

const asking = (resource: string, ask: string) => (id: string) => `${hrefOf(resource, id)}?ask=${ask}`;
const campaign = { resource: "campaigns", noun: "campaign" };

const verbs: readonly Verb[] = [
  {
    ...campaign,
    op: pauseCampaign,
    does: "Pause",
    icon: "pause",
    href: asking("campaigns", "pause"),
    also: "stop hold halt",
    fits: "running",
  },
  {
    ...campaign,
    op: resumeCampaign,
    does: "Resume",
    icon: "resume",
    href: asking("campaigns", "resume"),
    also: "continue unpause restart",
    fits: "paused",
  },
  {
    ...campaign,
    op: startCampaign,
    does: "Start",
    icon: "play",
    href: asking("campaigns", "start"),
    also: "run launch begin",
    fits: "unstarted",
  },
  {
    ...campaign,
    op: uploadContacts,
    does: "Import contacts into",
    icon: "up",
    href: (id) => `${hrefOf("campaigns", id)}/contacts`,
    also: "upload list leads people csv excel",
  },
  {
    resource: "workflows",
    noun: "workflow",
    op: publishWorkflow,
    does: "Publish",
    icon: "up",
    href: asking("workflows", "publish"),
    also: "release deploy version",
  },
  {
    resource: "sessions",
    noun: "session",
    op: endSession,
    does: "End",
    icon: "cancel",
    href: (id) => `/sessions?id=${encodeURIComponent(id)}`,
    also: "hang up hangup stop kill",
    stop: true,
  },
  {
    resource: "calls",
    noun: "call",
    op: endCall,
    does: "End",
    icon: "cancel",
    href: asking("calls", "end"),
    also: "hang up hangup stop kill",
    stop: true,
  },
  {
    ...campaign,
    op: cancelCampaign,
    does: "Cancel",
    icon: "cancel",
    href: asking("campaigns", "cancel"),
    also: "stop end abort kill",
    stop: true,
  },
  {
    resource: "tools",
    noun: "tool",
    op: deleteTool,
    does: "Delete",
    icon: "trash",
    href: asking("tools", "delete"),
    also: "remove destroy",
    stop: true,
  },
];

const entryOf = ({ does, noun, icon, also, stop, href }: Verb, id: string, whom: string): Entry => ({
  key: `${does} ${noun} ${id}`,
  icon,
  title: `${does} ${whom}`,
  also,
  ...(stop ? { stop } : {}),
  go: { href: href(id) },
});

/** What the page that is open is about. */
export type OpenRecord = { resource: string; id: string; name: string | undefined; status: string | undefined };

/** By what was read of it, as far as anything was, or else by what is known of it. */
export function openRecord(
  pathname: string,
  things: readonly Thing[],
  recordOf: (resource: string, id: string) => Record<string, unknown> | undefined = () => undefined,
): OpenRecord | undefined {
  const [, resource = "", segment] = pathname.split("/");
  const id = segment === undefined ? undefined : pathToId(segment);
  if (id === undefined || !verbs.some((verb) => verb.resource === resource)) return undefined;
  const known = things.find((thing) => thing.resource === resource && thing.id === id);
  const record = recordOf(resource, id);
  const name = known && known.name !== id ? known.name : titleOf(record);
  return { resource, id, name, status: typeof record?.status === "string" ? record.status : known?.status };
}

/** What the role may do to the record that is open: what fits its status first, what ends something last. */
export function verbsOn({ resource, id, name, status }: OpenRecord, role: Role): Entry[] {
  const stage = stageOf(status ?? null);
  const rank = ({ stop, fits }: Verb) => (stop ? 2 : fits !== undefined && fits === stage ? 0 : 1);
  return verbs
    .filter((verb) => verb.resource === resource && isAllowed(verb.op, role))
    .sort((one, other) => rank(one) - rank(other))
    .map((verb) => entryOf(verb, id, `${name === undefined ? verb.noun : visibleControls(name)}${dots(verb)}`));
}

/** What pauses or imports asks nothing more. */
const dots = ({ does, op }: Verb) => (does === "Pause" || op === uploadContacts ? "" : "…");

/** What can be done to an ID, whatever it is of: each ends something. */
export const actsOn = (id: string, role: Role): Entry[] =>
  verbs
    .filter(({ stop, op }) => stop && isAllowed(op, role))
    .map((verb) => ({ ...entryOf(verb, id, `a ${verb.noun} with this ID…`), hint: "Asks first" }));
