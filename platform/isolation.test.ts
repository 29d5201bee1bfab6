import fc from "fast-check";
import { expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { wirePathOf } from "@/lib/contract/match";
import { placeholdersOf } from "@/lib/contract/operation";
import { fernhillKey, neighbourKey } from "@/lib/testing/database/seed-database";
import { csvFile, startPlatform } from "@/lib/testing/local-platform";
import { neighbour } from "@/lib/testing/neighbour-organization";
import { runs } from "@/lib/testing/runs";
import { seeded } from "@/platform/seed/seed";

const { ask } = await startPlatform({ pollMs: 3_600_000 });

const fernhill: Record<string, string> = {
  campaign_id: seeded.campaigns.paused,
  assistant_id: seeded.assistants.german,
  credential_id: seeded.credentials.crm,
  workflow_ref: seeded.workflows.withSlash,
  call_id: seeded.calls.live,
  session_id: seeded.sessions.web,
  tool_id: seeded.tools.lookup,
};
const marlow: Record<string, string> = {
  campaign_id: neighbour.campaign,
  assistant_id: neighbour.assistant,
  credential_id: neighbour.credential,
  workflow_ref: neighbour.workflow,
  call_id: neighbour.call,
  session_id: neighbour.session,
  tool_id: neighbour.tool,
};
const organizations = [
  { key: fernhillKey, others: marlow },
  { key: neighbourKey, others: fernhill },
];

const recordOperations = apiOperations.filter((op) => placeholdersOf(op).length > 0);
const listOperations = apiOperations.filter((op) => placeholdersOf(op).length === 0);

test("answers identically for another organization's record and a missing one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recordOperations),
      fc.constantFrom(...organizations),
      fc.uuid(),
      async (op, { key, others }, missing) => {
        const [parameter = ""] = placeholdersOf(op);
        const body = op.body === "file" ? csvFile("phone_number,name\n+447700900001,A\n") : undefined;
        const foreign = await ask(op.method, wirePathOf(op, { [parameter]: others[parameter] }), { key, body });
        const none = await ask(op.method, wirePathOf(op, { [parameter]: missing }), { key, body });
        expect(foreign.status).toBe(404);
        expect(foreign.text).toBe(none.text);
        expect(headersOf(foreign)).toEqual(headersOf(none));
      },
    ),
    { numRuns: runs(120, 1_200) },
  );
});

test("refused requests do not change the other organization's records", async () => {
  for (const { key, ownIds } of [
    { key: fernhillKey, ownIds: fernhill },
    { key: neighbourKey, ownIds: marlow },
  ])
    for (const op of recordOperations.filter(({ method }) => method === "GET"))
      expect((await ask("GET", wirePathOf(op, ownIds), { key })).status).toBe(200);
  expect((await ask("GET", `/v1/calls/${neighbour.call}`, { key: neighbourKey })).body.data.status).toBe("in-progress");
});

test("lists contain no data of another organization", async () => {
  for (const op of listOperations) {
    const path = wirePathOf(op, {});
    const [one, other] = [await ask("GET", path), await ask("GET", path, { key: neighbourKey })];
    expect([one.status, other.status]).toEqual([200, 200]);
    for (const id of [...Object.values(neighbour), "Marlow"]) expect(one.text).not.toContain(id);
    for (const id of [seeded.organization, seeded.webhooks.crm, seeded.credentials.crm, "Fernhill"])
      expect(other.text).not.toContain(id);
  }
});

test("lists no log entries of another organization's webhook", async () => {
  const path = `/v1/webhooks/logs?webhook_id=${neighbour.webhook}`;
  expect((await ask("GET", path)).body.data).toEqual([]);
  expect((await ask("GET", path, { key: neighbourKey })).body.data).toHaveLength(1);
});

const headersOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name !== "date"));
