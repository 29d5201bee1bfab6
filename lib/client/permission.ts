import type { Operation, Role } from "@/lib/contract/operation";

/** Whether a role may ask for an operation. The server decides; this only spares the person a refusal. */
export const isAllowed = (op: Operation, role: Role) => op.allow.includes(role);
