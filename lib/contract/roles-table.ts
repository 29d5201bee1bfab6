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
