import type * as z from "zod/mini";
import { alertInputs } from "./inputs/alerts";
import { auditInputs } from "./inputs/audit";
import { automationInputs } from "./inputs/automation";
import { callInputs } from "./inputs/calls";
import { campaignInputs } from "./inputs/campaigns";
import { connectionInputs } from "./inputs/connection";
import { doNotCallInputs } from "./inputs/do-not-call";
import { inboxInputs } from "./inputs/inbox";
import { listInputs } from "./inputs/lists";
import { meInputs } from "./inputs/me";
import { platformInputs } from "./inputs/platform";
import { recordInputs } from "./inputs/records";
import { storedInputs } from "./inputs/stored";
import { teamInputs } from "./inputs/team";
import { webhookLogInputs } from "./inputs/webhook-log";
import type { Operation, OperationId } from "./operation";

const schemas = {
  ...platformInputs,
  ...{ ...alertInputs, ...auditInputs, ...automationInputs, ...callInputs, ...campaignInputs, ...connectionInputs },
  ...{
    ...doNotCallInputs,
    ...inboxInputs,
    ...storedInputs,
    ...listInputs,
    ...meInputs,
    ...recordInputs,
    ...teamInputs,
  },
  ...webhookLogInputs,
};

type Schemas = typeof schemas;

/** The schema of each operation's input, by ID. */
interface Inputs extends Schemas {
  [id: OperationId]: z.ZodMiniObject;
}

export type InputOf<Op extends Operation> = z.output<Inputs[Op["id"]]>;

const byId: Readonly<Record<string, z.ZodMiniObject | undefined>> = schemas;

/** The schema of an operation's input. Only the server, commands and forms check inputs: it is never part of a page at rest. */
export function inputOf(op: Operation): z.ZodMiniObject {
  const schema = byId[op.id];
  if (!schema) throw new Error(`No schema is declared for the input of ${op.id}.`);
  return schema;
}
