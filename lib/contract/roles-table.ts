import { actionLabel } from "./action-labels";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { isAllowed, isWrite, type Operation, type Role, resourceOf, roles, staff } from "./operation";

/** `onlyInCampaigns`: roles that may call it for calls of campaigns only. */
type RolesRow = {
  id: string;
  resource: string;
  words: string;
  isSend: boolean;
  may: Record<Role, boolean>;
  onlyInCampaigns: readonly Role[];
};

/** One row for each operation, from the same `allow` lists that the gateway enforces. */
export function rolesTable(): RolesRow[] {
  return [...apiOperations, ...consoleOperations].map((op) => ({
    id: op.id,
    resource: resourceOf(op),
    words: actionLabel(op.id),
    isSend: isWrite(op),
    may: mayOf(op),
    onlyInCampaigns: op.onlyInCampaigns ?? [],
  }));
}

/** `isFor` limits a line to operations that exactly these roles may call. */
type Group = { words: string; resources: readonly string[]; isSend?: boolean; isFor?: readonly Role[] };

const managers: readonly Role[] = ["admin", "campaign_manager"];

/** Lines of the short table. An operation belongs to the first line that matches. */
const groups: readonly Group[] = [
  {
    words: "Start, pause, resume and cancel campaigns",
    resources: ["campaigns"],
    isSend: true,
    isFor: managers,
  },
  {
    words: "View campaigns, their progress and calls",
    resources: ["campaigns", "calls", "found-calls"],
    isSend: false,
    isFor: roles,
  },
  {
    words: "Import contacts, call people again, schedule campaign actions, and remove do-not-call numbers",
    resources: ["imports", "lists", "found-calls", "automation", "do-not-call"],
    isFor: managers,
  },
  {
    words: "View assistants, phone numbers and workflows",
    resources: ["assistants", "phone-numbers", "workflows"],
    isSend: false,
  },
  {
    words: "Read what was said in calls",
    resources: ["calls"],
    isSend: false,
    isFor: staff,
  },
  {
    words: "End calls, as a campaign manager those of campaigns",
    resources: ["calls"],
    isSend: true,
    isFor: staff,
  },
  {
    words: "End sessions, and open the content of events",
    resources: ["calls", "sessions", "received"],
    isFor: ["admin", "support"],
  },
  {
    words: "View server credentials and tools",
    resources: ["credentials", "tools", "records"],
    isSend: false,
    isFor: ["admin", "support"],
  },
  { words: "Publish workflows, delete tools", resources: ["workflows", "tools"] },
  {
    words: "View webhooks, deliveries and received events",
    resources: ["webhooks", "deliveries", "received", "inbox"],
    isFor: roles,
  },
];
const own = "See alerts, notes and changes of records, change own preferences";
const everyday = "Label records, add notes, snooze alerts, add do-not-call numbers";
const forAdmins = "Manage people, settings, the connection and the audit log";

/**
 * Groups the table into a few lines. An operation without a matching line belongs to all roles, to all
 * but viewers, or to admins.
 */
export function groupedRoles() {
  const rows = rolesTable();
  const isIn = ({ resource, isSend, may }: RolesRow, group: Group) =>
    group.resources.includes(resource) &&
    (group.isSend ?? isSend) === isSend &&
    (group.isFor === undefined || roles.every((role) => group.isFor?.includes(role) === may[role]));
  const lineOf = (row: RolesRow) =>
    groups.find((group) => isIn(row, group))?.words ?? (row.may.viewer ? own : row.may.support ? everyday : forAdmins);
  return [...groups.map(({ words }) => words), everyday, own, forAdmins].map((words) => {
    const ops = rows.filter((row) => lineOf(row) === words);
    const mayAll = (role: Role) => ops.every(({ may }) => may[role]);
    return {
      words,
      ops,
      may: byRole(mayAll),
    };
  });
}

export function rolesMarkdown() {
  const head = `| | ${roles.join(" | ")} |\n|---|${roles.map(() => ":-:").join("|")}|`;
  const lines = rolesTable().map(({ words, id, may, onlyInCampaigns }) => {
    const markOf = (role: Role) => (onlyInCampaigns.includes(role) ? "of campaigns" : may[role] ? "✓" : "");
    const marks = roles.map(markOf).join(" | ");
    return `| ${words} (\`${id}\`) | ${marks} |`;
  });
  return [head, ...lines].join("\n");
}

const mayOf = (op: Operation) => byRole((role) => isAllowed(op, role));

const byRole = (may: (role: Role) => boolean) =>
  Object.fromEntries(roles.map((role) => [role, may(role)])) as Record<Role, boolean>;
