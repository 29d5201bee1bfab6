import { getAssistant } from "@/lib/contract/api/assistants";
import { getCall } from "@/lib/contract/api/calls";
import { getCampaign } from "@/lib/contract/api/campaigns";
import { getCredential } from "@/lib/contract/api/credentials";
import { getTool } from "@/lib/contract/api/tools";
import { getWorkflow } from "@/lib/contract/api/workflows";
import type { Operation } from "@/lib/contract/operation";
import { type Check, expectAnswer, expectStatus, fieldOf, type Known, skipped, unknownIs404 } from "./check";
import * as records from "./records";
import { isRecord, record } from "./shape";

/** Single records. Those whose fields the document does not show must at least be an object, bare or in an envelope. */
export const readChecks: Check[] = [
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
