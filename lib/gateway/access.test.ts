import { beforeAll, describe, expect, test } from "vitest";
import { type TokenScope, tokenScopes } from "@/lib/contract/console/people/tokens";
import { pathOf } from "@/lib/contract/match";
import { isAllowed, isWrite, type Operation, placeholdersOf, type Role, roles } from "@/lib/contract/operation";
import { isOpenToTokens, lowerRole } from "@/lib/contract/token-access";
import { freshGateway, shortAnswerMs } from "@/lib/testing/fresh-gateway";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { gatewayOperations } from "./gateway";

let fixture: Awaited<ReturnType<typeof freshGateway>>;

beforeAll(async () => {
  fixture = await freshGateway({ answerMs: shortAnswerMs });
});

/** No input is valid, so that an allowed write changes nothing. */
const requestOf = (op: Operation) => {
  const isForm = op.body === "file";
  return {
    path: `/api${pathOf(op, Object.fromEntries(placeholdersOf(op).map((name) => [name, "x1"])))}`,
    headers: { "content-type": isForm ? "multipart/form-data; boundary=b" : "application/json" },
    ...(op.method === "GET" ? {} : { body: isForm ? "--b\r\n\r\n--b--" : "[]" }),
  };
};

/** A refusal by the role, and not by what the role asked for. */
const isRefused = ({ status, json }: { status: number; json: { detail?: string } | undefined }) =>
  status === 403 && json?.detail === "Your role does not allow this.";

/** Either by its role, or because it is a token. */
const tokenRefusal = /^(Your role does not allow this|Tokens neither read|This token only reads)/;

async function tokenFor(role: Role, scope: TokenScope) {
  const input = { name: role, role, scope, days: 1 };
  return (await fixture.ask("admin", "POST", "/api/console/tokens", jsonOf(input))).json.token as string;
}

const jsonOf = (value: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

describe.each(roles)("a session of %s", (role) => {
  test(
    "opens exactly the operations of its role when each operation is requested",
    async () => {
      for (const op of gatewayOperations) {
        const { path, ...rest } = requestOf(op);
        const answer = await fixture.ask(role, op.method, path, rest);
        expect([op.id, isRefused(answer), answer.status === 401]).toEqual([op.id, !isAllowed(op, role), false]);
      }
    },
    timeoutMs(60_000),
  );
});

describe.each(roles)("a token of %s", (role) => {
  test.each(tokenScopes)(
    "with scope %s opens what its role may and people alone may not",
    async (scope) => {
      const authorization = `Bearer ${await tokenFor(role, scope)}`;
      for (const op of gatewayOperations) {
        const { path, headers, ...rest } = requestOf(op);
        const init = { ...rest, method: op.method, headers: { ...headers, authorization } };
        const response = await fetch(fixture.origin + path, init);
        const { detail = "" } = (await response.json().catch(() => ({}))) as { detail?: string };
        const isOpen = isAllowed(op, role) && isOpenToTokens(op) && (scope === "send" || !isWrite(op));
        const isClosed = response.status === 403 && tokenRefusal.test(detail);
        expect([op.id, isClosed, response.status === 401]).toEqual([op.id, !isOpen, false]);
      }
    },
    timeoutMs(60_000),
  );
});

test("a token neither reads nor changes people, tokens, second factors, settings and its owner's account", () => {
  const closed = gatewayOperations.filter((op) => !isOpenToTokens(op)).map(({ id }) => id);
  expect(closed).toMatchInlineSnapshot(`
    [
      "alerts.add_recipient",
      "alerts.messages",
      "alerts.remove_recipient",
      "alerts.set_audience",
      "alerts.set_night",
      "alerts.set_pace",
      "alerts.set_recipient_topics",
      "alerts.set_rule",
      "alerts.settings",
      "alerts.test_recipient",
      "automation.pause_preview",
      "automation.set_all_hours",
      "backups.get",
      "backups.make",
      "backups.set",
      "campaigns.set_counter",
      "collector.get",
      "collector.retention_loss",
      "collector.set_pace",
      "collector.set_pace_set",
      "collector.set_retention",
      "collector.set_retries",
      "connection.change",
      "connection.get",
      "connection.revert",
      "connection.test",
      "connection.try",
      "copy.end",
      "erasures.erase",
      "erasures.replace_colleague",
      "inbox.add",
      "inbox.addresses",
      "inbox.end_secret",
      "inbox.free_space",
      "inbox.remove",
      "inbox.set_budget",
      "inbox.set_signing",
      "inbox.show",
      "inbox.space",
      "inbox.test",
      "masking.get",
      "masking.set",
      "masking.show",
      "me.rename",
      "me.save_preferences",
      "me.view",
      "meanings.forget",
      "meanings.set",
      "overview.hide_steps",
      "received.choose_path",
      "second-factor.begin",
      "second-factor.confirm",
      "second-factor.get",
      "second-factor.renew_codes",
      "second-factor.require",
      "second-factor.turn_off",
      "sso.disconnect",
      "sso.get",
      "sso.set_only",
      "team.add",
      "team.change_role",
      "team.change_state",
      "team.end_sessions",
      "team.left_behind",
      "team.list",
      "team.list_sessions",
      "team.make_link",
      "team.remind_factor",
      "team.remove",
      "team.rename",
      "team.turn_off_factor",
      "tokens.add",
      "tokens.list",
      "tokens.revoke",
    ]
  `);
});

test("the lower role of two may do nothing that one of them may not", () => {
  for (const one of roles)
    for (const other of roles)
      for (const op of gatewayOperations)
        if (isAllowed(op, lowerRole(one, other)))
          expect([op.id, one, other, isAllowed(op, one) && isAllowed(op, other)]).toEqual([op.id, one, other, true]);
});

test("answers 401 to each operation when there is no session", async () => {
  for (const op of gatewayOperations) {
    const { path, ...rest } = requestOf(op);
    expect([op.id, (await fixture.ask(undefined, op.method, path, rest)).status]).toEqual([op.id, 401]);
  }
});
