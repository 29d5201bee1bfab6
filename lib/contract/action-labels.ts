import { countOf } from "@/lib/format/format-count";
import { isPlainObject, textIn } from "@/lib/format/json";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { type Operation, placeholdersOf } from "./operation";

/** An audit event that is no operation. Its `phrase` is in the past tense, as such an event is never refused. */
type Event = Pick<Operation, "label" | "phrase" | "acts" | "minor">;

const events: Record<string, Event> = {
  "sign-in": { label: "Signed in", minor: "sign-in" },
  "sign-in.failed": { label: "Failed to sign in" },
  "sign-in.locked": { label: "Locked an account", phrase: "locked {it} for 15 minutes after five wrong passwords" },
  "sign-in.codes_locked": {
    label: "Refused further codes",
    phrase: "refused codes of {it} for 15 minutes after five wrong ones",
  },
  "sign-in.refused": { label: "Had to wait at sign-in" },
  "sign-in.sso": { label: "Signed in with single sign-on", minor: "sign-in" },
  "sso.accept": { label: "Accepted the invitation with single sign-on" },
  "sso.connect": { label: "Connected single sign-on" },
  "sso.role": { label: "Set a role by single sign-on", phrase: "set the role of {it} by single sign-on" },
  "sso.off": { label: "Allowed passwords again on the server" },
  "sign-out": { label: "Signed out", minor: "sign-out" },
  "password.change": { label: "Changed own password" },
  "password.reset": { label: "Chose a new password by a link" },
  "password.forgotten": { label: "Asked for a reset link by mail", phrase: "asked for a reset link for {it} by mail" },
  "password.link": { label: "Made a reset link on the server", phrase: "made a reset link for {it} on the server" },
  "invitation.accept": { label: "Accepted the invitation" },
  "team.reset_password": { label: "Reset a password", phrase: "reset the password of {it}" },
  setup: { label: "Set up Switchboard" },
  "setup.link": { label: "Made a setup link" },
  "masking.guess": { label: "Looked for a hidden phone number", phrase: "looked for {it} and found none" },
  "notices.set_aside": { label: "Snoozed a notice" },
  "alerts.acknowledge": { label: "Acknowledged an alert", phrase: "acknowledged the problem {it}" },
  "alerts.resolve": { label: "Resolved an alert", phrase: "resolved the problem {it}" },
  "alerts.snooze": { label: "Snoozed an alert", phrase: "snoozed the problem {it}" },
  "alerts.wake": { label: "Ended a snooze", phrase: "ended the snooze of {it}" },
  "automation.set_guard_rail": { label: "Set a guard rail", phrase: "changed the guard rail {it}" },
  "session.end": { label: "Signed out another browser" },
  "session.end_by_mail": { label: "Signed out a browser by the link of a mail" },
  "factor.off": {
    label: "Turned off a second factor on the server",
    phrase: "turned off the second factor of {it} on the server",
  },
  "session.end_others": { label: "Signed out all other browsers" },
  "session.replaced": {
    label: "Signed out by a new sign-in",
    phrase: "was signed out by a new sign-in",
    minor: "sign-in",
  },
  "audit.start": { label: "Started the audit log" },
  "backup.restore": { label: "Restored a backup" },
  "secrets.redact": { label: "Removed a key from the database" },
  "audit.redact": { label: "Removed data from the audit log", phrase: "removed data from entry {it} of the audit log" },
  "audit.fault": { label: "Found the audit log tampered with" },
};

const operations = new Map<string, Operation>([...apiOperations, ...consoleOperations].map((op) => [op.id, op]));

export const actionLabels: Record<string, string> = Object.fromEntries(
  [...operations, ...Object.entries(events)].map(([action, { label }]) => [action, label]),
);

export const actionLabel = (action: string) => actionLabels[action] ?? action;

/** Group name of a minor action, such as "sign-in"; null for any other action. */
export const minorOf = (action: string) => (operations.get(action) ?? events[action])?.minor ?? null;

type RecordedAction = {
  action: string;
  target: string | null;
  outcome: "ok" | "refused" | "unknown";
  contacts?: number | undefined;
  detail?: Record<string, unknown>;
  message?: string | null;
};

/** The words after the actor's name: the texts before and after the record, or one text without a record. */
export function doneWords({
  action,
  target,
  outcome,
  contacts,
  detail = {},
  message,
}: RecordedAction): readonly string[] {
  const op = operations.get(action);
  const {
    label,
    acts,
    phrase = acts?.[target ?? ""] ?? lowerFirst(label),
  }: Event = op ?? events[action] ?? { label: `${action} {it}` };
  const own = textIn(detail.act) ?? (isPlainObject(detail.set) ? op?.phraseOf?.(detail.set) : undefined);
  const filled = (own ?? phrase).replace(
    "{contacts}",
    contacts === undefined ? "contacts" : countOf(contacts, "contact"),
  );
  const isTried = outcome !== "ok" && !filled.startsWith("try to ");
  const result = hasResult(action) && outcome === "ok" && message ? `: ${message.replace(/\.$/, "")}` : "";
  const sentence = (op ? (isTried ? `tried to ${filled}` : pastTense(filled)) : filled) + result;
  return target === null ? [sentence.replace("{it}", "something")] : sentence.split("{it}");
}

/** True if the sentence of an action ends with its message. */
export const hasResult = (action: string) => operations.get(action)?.hasResult ?? false;

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);

const irregular: Record<string, string> = {
  begin: "began",
  cancel: "cancelled",
  go: "went",
  have: "had",
  hide: "hid",
  make: "made",
  pin: "pinned",
  send: "sent",
  set: "set",
  unpin: "unpinned",
};

/** "pause it" becomes "paused it"; "pin or label it" becomes "pinned or labeled it". */
function pastTense(phrase: string): string {
  const [verb = "", ...rest] = phrase.split(" ");
  const regular = verb.replace(/([^aeiou])y$/, "$1i").replace(/e$/, "");
  const second = rest[0] === "or" ? ["or", pastTense(rest.slice(1).join(" "))] : rest;
  return [irregular[verb] ?? `${regular}ed`, ...second].join(" ");
}

const aboutPeople = new Set([
  "password.link",
  "password.forgotten",
  "sign-in.locked",
  "sign-in.codes_locked",
  "factor.off",
  "sso.role",
]);

/** The record an action was about; null without a target. `resource` is as in operation IDs. */
export function recordOf(action: string, target: string | null): { resource: string; ref: string } | null {
  if (target === null || operations.get(action)?.acts) return null;
  const resource = action.slice(0, action.indexOf("."));
  const op = operations.get(action);
  if (op && (placeholdersOf(op)[0] ?? op.about) === "campaign_id") return { resource: "campaigns", ref: target };
  const space = target.indexOf(" ");
  if (resource === "saved" || resource === "notes")
    return space < 0 ? null : { resource: target.slice(0, space), ref: target.slice(space + 1) };
  return { resource: aboutPeople.has(action) ? "team" : resource, ref: target };
}
