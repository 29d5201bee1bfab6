import { expect, test } from "vitest";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { isWrite, type Operation, roles } from "./operation";

const requestLine = ({ method, path }: Operation) => `${method} ${path}`;

test("declares exactly the documented endpoints of the platform", () => {
  expect(apiOperations.map(requestLine)).toMatchInlineSnapshot(`
    [
      "POST /v1/campaigns/{campaign_id}/start",
      "POST /v1/campaigns/{campaign_id}/pause",
      "POST /v1/campaigns/{campaign_id}/resume",
      "POST /v1/campaigns/{campaign_id}/cancel",
      "GET /v1/campaigns/{campaign_id}",
      "POST /v1/campaigns/{campaign_id}/contacts/upload",
      "POST /v1/campaigns/{campaign_id}/contacts/validate-csv",
      "GET /v1/assistants/{assistant_id}",
      "GET /v1/phone-numbers",
      "GET /v1/phone-numbers/plan-limits",
      "GET /v1/integrations/server-credentials",
      "GET /v1/integrations/server-credentials/{credential_id}",
      "POST /v1/workflows/{workflow_ref}/publish",
      "GET /v1/workflows/{workflow_ref}",
      "POST /v1/calls/{call_id}/end",
      "GET /v1/calls/{call_id}",
      "POST /v1/sessions/{session_id}/end",
      "GET /v1/tools/{tool_id}",
      "DELETE /v1/tools/{tool_id}",
      "GET /v1/webhooks",
      "GET /v1/webhooks/logs",
    ]
  `);
});

test("allows each operation to exactly these roles", () => {
  const table = [...apiOperations, ...consoleOperations].map((op) =>
    `${op.id.padEnd(28)}${roles.map((role) => (op.allow.includes(role) ? role : "-").padEnd(18)).join("")}`.trimEnd(),
  );
  expect(table).toMatchInlineSnapshot(`
    [
      "campaigns.start             admin             campaign_manager  -",
      "campaigns.pause             admin             campaign_manager  -",
      "campaigns.resume            admin             campaign_manager  -",
      "campaigns.cancel            admin             campaign_manager  -",
      "campaigns.get               admin             campaign_manager  support",
      "campaigns.upload_contacts   admin             campaign_manager  -",
      "campaigns.validate_contacts admin             campaign_manager  -",
      "assistants.get              admin             campaign_manager  support",
      "phone-numbers.list          admin             campaign_manager  support",
      "phone-numbers.plan_limits   admin             campaign_manager  support",
      "credentials.list            admin             -                 support",
      "credentials.get             admin             -                 support",
      "workflows.publish           admin             -                 -",
      "workflows.get               admin             campaign_manager  support",
      "calls.end                   admin             -                 support",
      "calls.get                   admin             -                 support",
      "sessions.end                admin             -                 support",
      "tools.get                   admin             -                 -",
      "tools.delete                admin             -                 -",
      "webhooks.list               admin             campaign_manager  support",
      "webhooks.logs               admin             campaign_manager  support",
      "alerts.acknowledge          admin             campaign_manager  support",
      "alerts.add_recipient        admin             -                 -",
      "alerts.list                 admin             campaign_manager  support",
      "alerts.messages             admin             -                 -",
      "alerts.remove_recipient     admin             -                 -",
      "alerts.resolve              admin             campaign_manager  support",
      "alerts.set_pace             admin             -                 -",
      "alerts.set_rule             admin             -                 -",
      "alerts.settings             admin             -                 -",
      "alerts.snooze               admin             campaign_manager  support",
      "alerts.test_recipient       admin             -                 -",
      "alerts.wake                 admin             campaign_manager  support",
      "answers.list                admin             campaign_manager  support",
      "audit.choices               admin             -                 -",
      "audit.export                admin             -                 -",
      "audit.get                   admin             -                 -",
      "audit.list                  admin             -                 -",
      "audit.verify                admin             -                 -",
      "automation.change_planned   admin             campaign_manager  -",
      "automation.guard_rails      admin             campaign_manager  -",
      "automation.log              admin             campaign_manager  -",
      "automation.plan             admin             campaign_manager  -",
      "automation.planned          admin             campaign_manager  support",
      "automation.running          admin             campaign_manager  -",
      "automation.set_guard_rail   admin             -                 -",
      "automation.take_back        admin             campaign_manager  -",
      "campaigns.known             admin             campaign_manager  support",
      "campaigns.progress          admin             campaign_manager  support",
      "campaigns.set_counter       admin             -                 -",
      "collector.get               admin             -                 -",
      "collector.set_pace          admin             -                 -",
      "collector.set_retention     admin             -                 -",
      "collector.set_retries       admin             -                 -",
      "connection.change           admin             -                 -",
      "connection.get              admin             -                 -",
      "connection.revert           admin             -                 -",
      "connection.status           admin             campaign_manager  support",
      "connection.test             admin             -                 -",
      "connection.try              admin             -                 -",
      "deliveries.export           admin             campaign_manager  support",
      "deliveries.list             admin             campaign_manager  support",
      "deliveries.reading          admin             campaign_manager  support",
      "deliveries.seen             admin             campaign_manager  support",
      "deliveries.summary          admin             campaign_manager  support",
      "deliveries.webhook          admin             campaign_manager  support",
      "drift.list                  admin             -                 -",
      "imports.begin               admin             campaign_manager  -",
      "imports.elsewhere           admin             campaign_manager  -",
      "imports.finish              admin             campaign_manager  -",
      "imports.list                admin             campaign_manager  -",
      "me.get                      admin             campaign_manager  support",
      "me.save_preferences         admin             campaign_manager  support",
      "me.view                     admin             campaign_manager  support",
      "meanings.forget             admin             -                 -",
      "meanings.list               admin             campaign_manager  support",
      "meanings.set                admin             -                 -",
      "overview.get                admin             campaign_manager  support",
      "overview.hide_steps         admin             -                 -",
      "phone-numbers.of_assistant  admin             campaign_manager  support",
      "phone-numbers.per_assistant admin             campaign_manager  support",
      "records.effect              admin             -                 -",
      "records.missing_tools       admin             campaign_manager  support",
      "records.related             admin             campaign_manager  support",
      "records.versions            admin             campaign_manager  support",
      "saved.add                   admin             campaign_manager  support",
      "saved.change                admin             campaign_manager  support",
      "saved.forget                admin             campaign_manager  support",
      "saved.list                  admin             campaign_manager  support",
      "saved.save                  admin             campaign_manager  support",
      "summary.get                 admin             campaign_manager  support",
      "team.add                    admin             -                 -",
      "team.change_role            admin             -                 -",
      "team.change_state           admin             -                 -",
      "team.list                   admin             -                 -",
      "team.make_link              admin             -                 -",
      "team.remove                 admin             -                 -",
      "workflows.earlier           admin             campaign_manager  support",
    ]
  `);
});

test("has a unique id, method and path for each operation, and uploads only as writes", () => {
  const all = [...apiOperations, ...consoleOperations];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map((op) => requestLine(op).replace(/\{\w+\}/g, "{}"))).size).toBe(all.length);
  expect(all.filter(({ body }) => body === "file").every(isWrite)).toBe(true);
});
