import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { getCredential } from "@/lib/contract/api/credentials";
import { getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import type { Operation } from "@/lib/contract/operation";
import { createCaller, isNotAnswering, type Target } from "./caller";
import {
  type Check,
  type Context,
  expectAnswer,
  expectStatus,
  fieldOf,
  type Known,
  skipped,
  unknownIs404,
} from "./check";
import { listChecks } from "./lists";
import * as records from "./records";
import { isRecord, record } from "./shape";
import { writeChecks } from "./writes";

/** Single records. Those whose fields the document does not show must at least be an object, bare or in an envelope. */
const readChecks: Check[] = [
  shownRecord(getAssistant, "assistant_id", "assistant", records.assistant),
  unknownIs404(getAssistant),
  shownRecord(getCredential, "credential_id", "credential", records.credential),
  unknownIs404(getCredential),
  openRecord(getCampaign, "campaign_id", "campaign"),
  unknownIs404(getCampaign),
  openRecord(getWorkflow, "workflow_ref", "workflow"),
  unknownIs404(getWorkflow),
  openRecord(getCall, "call_id", "call"),
  unknownIs404(getCall),
  openRecord(getTool, "tool_id", "tool"),
  unknownIs404(getTool),
];

function shownRecord(op: Operation, parameter: string, name: keyof Known, shape: typeof record): Check {
  return {
    name: `GET ${op.path}: every field, of the record that was asked for`,
    run: async ({ ask, known }) => {
      const id = known[name];
      if (!id) return skipped(`no ${name} is known`);
      const answer = await ask(op, { [parameter]: id });
      const wrong = expectAnswer(answer, records.result(shape));
      const data = fieldOf(answer, "data");
      return isRecord(data) && data.id !== id ? [...wrong, "data.id should be the identifier asked for"] : wrong;
    },
  };
}

function openRecord(op: Operation, parameter: string, name: keyof Known): Check {
  return {
    name: `GET ${op.path}: a record`,
    run: async ({ ask, known }) => {
      const id = known[name];
      if (!id) return skipped(`no ${name} is known: give --${name}`);
      const answer = await ask(op, { [parameter]: id });
      const data = fieldOf(answer, "data") ?? answer.body;
      return [...expectStatus(answer, 200), ...record(data, "")];
    },
  };
}

/** Every check, in the order in which they must run: lists teach identifiers, and writes end what reads look at. */
export const checks: readonly Check[] = [...listChecks, ...readChecks, ...writeChecks];

export type Outcome = { name: string; outcome: "passed" | "failed" | "skipped"; notes: string[] };
type Asked = Target & { known: Known; mayWrite: boolean };

export const createContext = ({ known, mayWrite, ...target }: Asked): Context => ({
  ask: createCaller(target),
  known: { ...known },
  mayWrite,
});

/** Tries a platform, whichever it is, against the API document. */
export async function* runConformance(asked: Asked): AsyncGenerator<Outcome> {
  const context = createContext(asked);
  for (const { name, run } of checks) yield { name, ...(await outcomeOf(run, context)) };
}

async function outcomeOf(run: Check["run"], context: Context): Promise<Omit<Outcome, "name">> {
  try {
    const found = await run(context);
    if ("skipped" in found) return { outcome: "skipped", notes: [found.skipped] };
    return { outcome: found.length > 0 ? "failed" : "passed", notes: found };
  } catch (error) {
    if (isNotAnswering(error)) return { outcome: "skipped", notes: ["The platform has stopped answering."] };
    return { outcome: "failed", notes: [error instanceof Error ? error.message : String(error)] };
  }
}
