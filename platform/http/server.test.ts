import { request } from "node:http";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { apiOperations } from "@/lib/contract/api";
import { getWorkflow } from "@/lib/contract/api/workflows";
import { wirePathOf } from "@/lib/contract/match";
import { placeholdersOf } from "@/lib/contract/operation";
import { startPlatform } from "@/lib/testing/local-platform";
import { seeded } from "@/platform/seed/seed";
import { workflowTable } from "@/platform/tables/workflows";

const { address, ask, db } = await startPlatform();

test.for([undefined, "Bearer", "Bearer unknown", "Basic Zm9vOmJhcg==", "Bearer a b"])(
  "answers 401 to the authorization %j",
  async (authorization) => {
    const answer = await ask("GET", "/v1/webhooks", { key: null, headers: authorization ? { authorization } : {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(answer.body).toEqual({ success: false, message: expect.any(String), error: { code: "unauthenticated" } });
  },
);

test.for(["/", "/v1", "/v1/webhooks/", "/v1/campaigns//start", "/v2/webhooks", "/v1/calls/%ff", "/v1/calls/a/b"])(
  "answers 404 at %s",
  async (path) => {
    const answer = await ask("GET", path);
    expect([answer.status, answer.body.error.code]).toEqual([404, "no_such_path"]);
  },
);

test("answers 405 with the allowed methods", async () => {
  const tool = await ask("POST", `/v1/tools/${seeded.tools.lookup}`);
  expect([tool.status, tool.headers.get("allow")]).toEqual([405, "GET, DELETE"]);
  const end = await ask("GET", `/v1/calls/${seeded.calls.live}/end`);
  expect([end.status, end.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await ask("PUT", "/v1/webhooks")).status).toBe(405);
});

test.for([
  "a/b",
  "#",
  "100%",
  "~x",
  "a b",
  "?x=1",
  "привет",
  ".",
  "..",
  "...",
  "%2F",
  "x'; drop table calls",
  "\u{1F4DE}",
])("finds a workflow with the reference %j", async (ref) => {
  const workflow = { ref, name: ref, organization_id: seeded.organization, status: "draft", version: 1 } as const;
  await db.insert(workflowTable).values({ ...workflow, has_unpublished_changes: false, nodes: [], edges: [] });
  expect(await rawGet(wirePathOf(getWorkflow, { workflow_ref: ref }))).toMatchObject({ data: { ref } });
  await db.delete(workflowTable).where(eq(workflowTable.ref, ref));
});

test("answers 404 to an identifier with a NUL", async () => {
  const odd = await ask("GET", "/v1/calls/%00");
  expect([odd.status, odd.text]).toEqual([404, (await ask("GET", "/v1/calls/none")).text]);
  expect((await ask("GET", "/v1/webhooks/logs?webhook_id=%00")).body).toEqual({ success: true, data: [] });
});

test.for([
  ["page=0", "page must be a whole number of at least 1."],
  ["page=x", "page must be a whole number of at least 1."],
  ["page=1.5", "page must be a whole number of at least 1."],
  ["limit=-1", "limit must be a whole number of at least 1."],
  ["limit=", "limit must be a whole number of at least 1."],
  ["limit=101", "limit must be at most 100; 101 was asked for."],
])("refuses the query %s with the reason", async ([query, message]) => {
  for (const path of query?.startsWith("limit")
    ? ["/v1/phone-numbers", "/v1/integrations/server-credentials"]
    : ["/v1/phone-numbers"])
    expect(await ask("GET", `${path}?${query}`)).toMatchObject({ status: 400, body: { message } });
});

test("answers an empty page with the total after the last page", async () => {
  const { body } = await ask("GET", "/v1/phone-numbers?page=999999999&limit=100");
  expect(body).toEqual({ items: [], total: 13, page: 999999999, limit: 100 });
});

test("ending a call is idempotent", async () => {
  const path = `/v1/calls/${seeded.calls.ended}`;
  const before = await ask("GET", path);
  for (let times = 0; times < 2; times += 1)
    expect((await ask("POST", `${path}/end`)).body).toEqual({ success: true, data: { status: "ended" } });
  expect((await ask("GET", path)).text).toBe(before.text);
});

test("ending a session ends its call, and ending a call ends its session", async () => {
  await ask("POST", `/v1/sessions/${seeded.sessions.liveInbound}/end`);
  const inbound = (await ask("GET", `/v1/calls/${seeded.calls.liveInbound}`)).body.data;
  expect(inbound).toMatchObject({ status: "ended", ended_reason: "manually-ended" });
  await ask("POST", `/v1/calls/${seeded.calls.live}/end`);
  const session = await ask("POST", `/v1/sessions/${seeded.sessions.live}/end`);
  const { ended_at } = (await ask("GET", `/v1/calls/${seeded.calls.live}`)).body.data;
  expect(session.body.data).toEqual({ id: seeded.sessions.live, status: "ended", ended_at });
});

test("publishing increments the version", async () => {
  const path = "/v1/workflows/renewal-followup";
  const { version } = (await ask("GET", path)).body.data;
  expect((await ask("POST", `${path}/publish`)).body.data).toEqual({ version: version + 1, status: "published" });
  expect((await ask("POST", `${path}/publish`)).body.data).toEqual({ version: version + 2, status: "published" });
  expect((await ask("GET", path)).body.data).toMatchObject({
    published_version: version + 2,
    has_unpublished_changes: false,
  });
});

test("answers 404 for a deleted tool", async () => {
  const path = `/v1/tools/${seeded.tools.transfer}`;
  expect((await ask("DELETE", path)).status).toBe(200);
  expect((await ask("GET", path)).status).toBe(404);
  expect((await ask("DELETE", path)).status).toBe(404);
});

test("has a handler for every operation of the contract", async () => {
  for (const op of apiOperations) {
    const input = Object.fromEntries(placeholdersOf(op).map((name) => [name, "none"]));
    expect((await ask(op.method, wirePathOf(op, input))).status).toBeOneOf([200, 400, 404]);
  }
});

/** Sends the path unchanged, because fetch would normalize dots. */
async function rawGet(path: string) {
  const { hostname, port } = new URL(address);
  const headers = { authorization: "Bearer fh_test_4f9c1d7e2b" };
  return new Promise<unknown>((resolve, reject) => {
    request({ hostname, port, path, headers }, async (response) => {
      resolve(JSON.parse(Buffer.concat(await response.toArray()).toString()));
    })
      .on("error", reject)
      .end();
  });
}
