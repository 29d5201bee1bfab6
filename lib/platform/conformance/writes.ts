import { endCall } from "@/lib/contract/api/calls";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  uploadContacts,
  validateContacts,
} from "@/lib/contract/api/campaigns";
import { endSession } from "@/lib/contract/api/sessions";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import { publishWorkflow } from "@/lib/contract/api/workflows";
import type { Operation } from "@/lib/contract/operation";
import { csvForm } from "./caller";
import {
  type Check,
  type Context,
  changesSomething,
  expectAnswer,
  expectStatus,
  type Known,
  skipped,
  unknownIs404,
} from "./check";
import * as records from "./records";
import { exactly, integer, object, oneOf } from "./shape";

/** What changes something: with an identifier that nothing has, and, where it is allowed, with one that was given. */
export const writeChecks: Check[] = [
  // The document shows 404 for reading a campaign, and only 400 for these.
  ...[startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map((op) => unknownIs404(op, 400)),
  unknownContacts(uploadContacts),
  unknownContacts(validateContacts),
  unknownIs404(publishWorkflow),
  unknownIs404(endCall),
  unknownIs404(endSession),
  unknownIs404(deleteTool),

  allowed(validateContacts, "campaign", "answers for a list", async ({ ask }, campaign_id) =>
    expectStatus(await ask(validateContacts, { campaign_id }, { body: csvForm(list) }), 200),
  ),
  allowed(
    uploadContacts,
    "campaign",
    "takes one part named file, and refuses a form without it",
    async ({ ask }, campaign_id) => {
      const taken = await ask(uploadContacts, { campaign_id }, { body: csvForm(list) });
      const empty = new FormData();
      empty.set("note", "no file");
      const refused = await ask(uploadContacts, { campaign_id }, { body: empty });
      return [...expectStatus(taken, 200, 201, 202), ...expectStatus(refused, 400)];
    },
  ),
  ...[startCampaign, pauseCampaign, resumeCampaign, cancelCampaign].map((op) =>
    allowed(op, "campaign", "confirms with success and message, or refuses with 400", async ({ ask }, campaign_id) => {
      const answer = await ask(op, { campaign_id });
      return answer.status === 400 ? [] : expectAnswer(answer, records.confirmation);
    }),
  ),
  allowed(publishWorkflow, "workflow", "answers with the version and published", async ({ ask }, workflow_ref) =>
    expectAnswer(
      await ask(publishWorkflow, { workflow_ref }),
      records.result(object({ version: integer, status: exactly("published") })),
    ),
  ),
  allowed(endCall, "call", "answers ended", async ({ ask }, call_id) =>
    expectAnswer(await ask(endCall, { call_id }), records.result(object({ status: oneOf("ended") }))),
  ),
  allowed(endSession, "session", "ends it", async ({ ask }, session_id) =>
    expectStatus(await ask(endSession, { session_id }), 200, 204),
  ),
  allowed(deleteTool, "tool", "deletes it, and then it is not found", async ({ ask }, tool_id) => [
    ...expectStatus(await ask(deleteTool, { tool_id }), 200, 204),
    ...expectStatus(await ask(getTool, { tool_id }), 404),
  ]),
];

const list = "phone_number,name\n+447700900981,Conformance One\n+447700900982,Conformance Two\n";

function allowed(
  op: Operation,
  name: keyof Known,
  promise: string,
  run: (context: Context, id: string) => Promise<string[]>,
): Check {
  return {
    name: `${op.method} ${op.path}: ${promise}`,
    run: async (context) => {
      if (!context.mayWrite) return changesSomething;
      const id = context.known[name];
      return id ? run(context, id) : skipped(`no ${name} is known: give --${name}`);
    },
  };
}

function unknownContacts(op: Operation): Check {
  return {
    name: `${op.method} ${op.path}: an identifier that nothing has is not found`,
    run: async ({ ask, mayWrite }) =>
      mayWrite
        ? expectStatus(await ask(op, { campaign_id: crypto.randomUUID() }, { body: csvForm(list) }), 404, 400)
        : changesSomething,
  };
}
