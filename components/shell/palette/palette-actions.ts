import type { NeverCall } from "@/components/person/never-call-dialog";
import { keyOfCall } from "@/components/person/person-key";
import { fittingAction } from "@/components/preflight/action-fit";
import { endSessionHref } from "@/components/record/end-session-href";
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
import { getAlertSettings } from "@/lib/contract/console/alert-settings";
import { listPlanned, plannable } from "@/lib/contract/console/automation/planned";
import { stageOf } from "@/lib/contract/console/campaign-stage";
import { addDoNotCall } from "@/lib/contract/console/do-not-call";
import { findPerson } from "@/lib/contract/console/person";
import { isPageSegment, pathToId } from "@/lib/contract/identifier";
import { isAllowed, nounOf, type Operation, type Role, resourceOf, verbOf } from "@/lib/contract/operation";
import { callPatterns, isStatusWord } from "@/lib/contract/status-words";
import { visibleControls } from "@/lib/format/format-raw";
import { looksLikeNumber } from "@/lib/format/looks-like";
import { type Entry, hrefOf } from "./palette-entry";
import type { RecordEntry } from "./palette-records";

/** An action on a record. It opens the page that asks for confirmation; the palette sends nothing. */
type RecordAction = Pick<Entry, "icon" | "also" | "isDestructive"> & { op: Operation };

const hangUp = "hang up hangup stop kill";

const onRecords: readonly RecordAction[] = [
  { op: pauseCampaign, icon: "pause", also: "stop hold halt" },
  { op: resumeCampaign, icon: "resume", also: "continue restart" },
  { op: startCampaign, icon: "play", also: "run launch begin" },
  { op: uploadContacts, icon: "up", also: "upload list leads people csv excel" },
  { op: publishWorkflow, icon: "up", also: "release deploy version" },
  { op: endSession, icon: "cancel", also: hangUp, isDestructive: true },
  { op: endCall, icon: "cancel", also: hangUp, isDestructive: true },
  { op: cancelCampaign, icon: "cancel", also: "stop end abort kill", isDestructive: true },
  { op: deleteTool, icon: "trash", also: "remove destroy", isDestructive: true },
];

export function recordActions(pathname: string, records: readonly Entry[], role: Role): Entry[] {
  const [, resource = "", segment = ""] = pathname.split("/");
  const id = pathToId(segment);
  if (!id || isPageSegment(segment)) return [];
  const blocks =
    resource === "calls" && isAllowed(addDoNotCall, role)
      ? [neverCallEntry("This call", "this person", { person: { call_id: id }, source: "from a call" })]
      : [];
  const title = records.find(({ key }) => key === `${resource} ${id}`)?.title ?? id;
  const name = title === id ? nounOf(resource) : visibleControls(title);
  const actions = onRecords
    .filter(({ op }) => resourceOf(op) === resource && isAllowed(op, role))
    .map((action) => actionEntry(action, id, { group: `This ${nounOf(resource)}`, title: titleFor(action.op, name) }));
  return [...actions, ...blocks];
}

export const campaignActions = (records: readonly RecordEntry[], role: Role): Entry[] =>
  records.flatMap(({ key, id, title, status }) => {
    if (status === undefined || !key.startsWith("campaigns ") || stageOf(status) === "ended") return [];
    const fitting = fittingAction(status);
    const ops: Operation[] = [...(fitting ? [plannable[fitting]] : []), uploadContacts];
    const name = visibleControls(title);
    return onRecords
      .filter(({ op }) => ops.includes(op) && isAllowed(op, role))
      .map((action) => actionEntry(action, id, { group: "Actions", title: titleFor(action.op, name) }));
  });

function titleFor(op: Operation, name: string) {
  if (op === uploadContacts) return `Import contacts into ${name}`;
  const title = op.label.replace(/ an? .*/, () => ` ${name}`);
  return op === pauseCampaign ? title : `${title}…`;
}

/** Look-up of a text that may be a phone number. */
export const numberActions = (text: string, role: Role): Entry[] =>
  looksLikeNumber(text) && isAllowed(findPerson, role)
    ? [
        {
          group: "Look up",
          key: "look up",
          icon: "search",
          title: `Who was called at ${text}?`,
          go: { lookUp: text },
        },
      ]
    : [];

const mostPeople = 2;

/** Blocks the people of the calls found, or the number that was typed. */
export function neverCallActions(text: string, found: readonly RecordEntry[], role: Role): Entry[] {
  if (!isAllowed(addDoNotCall, role)) return [];
  const byNumber = new Map(found.flatMap((call) => (call.number === undefined ? [] : [[call.number, call] as const])));
  const people = [...byNumber].slice(0, mostPeople).map(([number, { id, title }]) => {
    const name = title === number ? null : title;
    return neverCallEntry("Actions", name ?? number, {
      person: keyOfCall(number, id),
      name,
      number,
      source: "by hand",
    });
  });
  if (people.length > 0 || !looksLikeNumber(text)) return people;
  return [neverCallEntry("Look up", text.replace(/\p{Cf}/gu, ""), { person: { number: text }, source: "by hand" })];
}

const neverCallEntry = (group: string, whom: string, neverCall: NeverCall): Entry => ({
  ...{ group, key: `never call ${whom}`, icon: "ban", title: `Never call ${visibleControls(whom)} again…` },
  ...{ also: "block do not call dnc opt out unsubscribe", isDestructive: true, go: { neverCall } },
});

/** Destructive actions on an ID, which may be of several kinds. A call that is known to be over cannot be ended. */
export const idActions = (id: string, role: Role, known: readonly RecordEntry[]): Entry[] =>
  onRecords
    .filter(({ op, isDestructive }) => isDestructive && isAllowed(op, role))
    .filter(({ op }) => op !== endCall || !known.some(isCallOver))
    .map((action) => actionEntry(action, id, { group: "Actions", title: `${action.op.label} with this ID…` }));

export const callActions = (found: readonly RecordEntry[], role: Role): Entry[] =>
  onRecords
    .filter(({ op }) => op === endCall && isAllowed(op, role))
    .flatMap((action) =>
      found
        .filter((entry) => entry.key.startsWith(`${resourceOf(endCall)} `) && !isCallOver(entry))
        .map(({ id, title }) =>
          actionEntry(action, id, { group: "Actions", title: `End the call with ${visibleControls(title)}…` }),
        ),
    );

const isCallOver = ({ key, status }: RecordEntry) =>
  key.startsWith(`${resourceOf(endCall)} `) && isStatusWord(callPatterns.over, status);

const actionEntry = ({ op, ...action }: RecordAction, id: string, shown: Pick<Entry, "group" | "title">): Entry => ({
  ...action,
  ...shown,
  key: `${op.id} ${id}`,
  go: { href: actionHref(op, id) },
});

function actionHref(op: Operation, id: string) {
  if (op === endSession) return endSessionHref(id);
  const page = hrefOf(resourceOf(op), id);
  return op === uploadContacts ? `${page}/contacts` : `${page}?ask=${verbOf(op)}`;
}

type ConsoleAction = Omit<Entry, "key" | "group"> & { needs?: Operation };

const ofConsole: readonly ConsoleAction[] = [
  { icon: "refresh", title: "Refresh", also: "reload update again", hint: "R", go: { command: "read-again" } },
  {
    icon: "up",
    title: "Import contacts into a campaign…",
    also: "upload list leads people csv excel",
    needs: uploadContacts,
    go: { href: "/import" },
  },
  {
    icon: "search",
    title: "Look up a number…",
    also: "who was called phone sent uploaded contact",
    needs: findPerson,
    go: { lookUp: "" },
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
  {
    icon: "clock",
    title: "Scheduled actions",
    also: "automation automatic plan calling hours guard rail",
    needs: listPlanned,
    go: { href: "/campaigns/scheduled" },
  },
  {
    icon: "bell",
    title: "Alert rules",
    also: "guard rail pause limit notify automation",
    needs: getAlertSettings,
    go: { href: "/settings/alerts/rules" },
  },
  {
    icon: "out",
    title: "Sign out",
    also: "log out logout leave exit",
    isDestructive: true,
    go: { command: "sign-out" },
  },
];

export const consoleActions = (role: Role): Entry[] =>
  ofConsole
    .filter(({ needs }) => needs === undefined || isAllowed(needs, role))
    .map(({ needs: _, ...action }) => ({ ...action, group: "Actions", key: `do ${action.title}` }));
