import { actionLabel } from "./action-labels";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { isWrite, type Operation, type Role, resourceOf, roles } from "./operation";

export type RolesRow = { id: string; resource: string; words: string; isSend: boolean; may: Record<Role, boolean> };

/** What each role may do: the very lists the gateway enforces, an operation a row. */
export function rolesTable(operations: readonly Operation[] = [...apiOperations, ...consoleOperations]): RolesRow[] {
  return operations.map((op) => ({
    id: op.id,
    resource: resourceOf(op),
    words: actionLabel(op.id),
    isSend: isWrite(op),
    may: mayOf(op),
  }));
}

/** `isFor`: what others may do, or only some of these, belongs to no such line. */
type Group = { words: string; resources: readonly string[]; isSend?: boolean; isFor?: readonly Role[] };

const managers: readonly Role[] = ["admin", "campaign_manager"];

/** The lines of the short table; the first that fits takes an operation. */
const groups: readonly Group[] = [
  {
    words: "Start, pause, resume and cancel campaigns",
    resources: ["campaigns"],
    isSend: true,
    isFor: managers,
  },
  { words: "Look at campaigns and their progress", resources: ["campaigns"], isSend: false, isFor: roles },
  { words: "Import contacts, and plan actions of campaigns", resources: ["imports", "automation"], isFor: managers },
  {
    words: "Look at assistants, phone numbers and workflows",
    resources: ["assistants", "phone-numbers", "workflows"],
    isSend: false,
  },
  { words: "Look at calls, and end calls and sessions", resources: ["calls", "sessions"] },
  { words: "Look at server credentials", resources: ["credentials"] },
  { words: "Publish workflows, look at and delete tools", resources: ["workflows", "tools"] },
  { words: "Look at webhooks and what was delivered", resources: ["webhooks", "deliveries"] },
];
const everyday = "Pin and label records, snooze notices, change own preferences";
const forAdmins = "Look after people, settings, the connection and the audit log";

/** The table in a few lines. Of a resource that no line names, what is for everybody is everyday, and the rest is for admins. */
export function groupedRoles(rows: readonly RolesRow[] = rolesTable()) {
  const isIn = ({ resource, isSend, may }: RolesRow, group: Group) =>
    group.resources.includes(resource) &&
    (group.isSend ?? isSend) === isSend &&
    (group.isFor === undefined || roles.every((role) => group.isFor?.includes(role) === may[role]));
  const lineOf = (row: RolesRow) =>
    groups.find((group) => isIn(row, group))?.words ?? (roles.every((role) => row.may[role]) ? everyday : forAdmins);
  return [...groups.map(({ words }) => words), everyday, forAdmins].map((words) => {
    const ops = rows.filter((row) => lineOf(row) === words);
    const mayAll = (role: Role) => ops.every(({ may }) => may[role]);
    return {
      words,
      ops,
      may: { admin: mayAll("admin"), campaign_manager: mayAll("campaign_manager"), support: mayAll("support") },
    };
  });
}

/** The same table in Markdown. */
export function rolesMarkdown() {
  const head = `| | ${roles.join(" | ")} |\n|---|${roles.map(() => ":-:").join("|")}|`;
  const lines = rolesTable().map(({ words, id, may }) => {
    const marks = roles.map((role) => (may[role] ? "✓" : "")).join(" | ");
    return `| ${words} (\`${id}\`) | ${marks} |`;
  });
  return [head, ...lines].join("\n");
}

const mayOf = ({ allow }: Operation): Record<Role, boolean> => ({
  admin: allow.includes("admin"),
  campaign_manager: allow.includes("campaign_manager"),
  support: allow.includes("support"),
});
