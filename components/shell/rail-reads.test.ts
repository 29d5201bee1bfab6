import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { read } from "@/lib/client/query";
import { createQueryClient } from "@/lib/client/query-client";
import { listCredentials } from "@/lib/contract/api/credentials";
import { readForRail } from "./rail-reads";

const asked: { path: string; isBackground: boolean }[] = [];
const well = () =>
  Response.json({ data: [] }, { headers: { "x-read-at": "2026-11-20T08:00:00Z", "x-upstream-status": "200" } });
let answers = well;

beforeEach(() => {
  asked.length = 0;
  answers = well;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, isBackground: new Headers(init.headers).get("x-switchboard-read") === "background" });
    return answers();
  });
});

afterEach(() => vi.unstubAllGlobals());

const paths = () => asked.map(({ path }) => path.split("?", 1)[0]);

test("what the rail counts is read in the background, once", async () => {
  const client = createQueryClient();
  await readForRail(client, "admin");
  expect(paths().sort()).toEqual([
    "/api/v1/integrations/server-credentials",
    "/api/v1/phone-numbers",
    "/api/v1/webhooks/logs",
  ]);
  expect(asked.every(({ isBackground }) => isBackground)).toBe(true);
  await readForRail(client, "admin");
  expect(asked).toHaveLength(3);
});

test("what a role may not read is not asked for", async () => {
  await readForRail(createQueryClient(), "campaign_manager");
  expect(paths().sort()).toEqual(["/api/v1/phone-numbers", "/api/v1/webhooks/logs"]);
});

test("what the page reads itself is not read twice, whichever part of the list it asks for", async () => {
  const client = createQueryClient();
  const own = client.prefetchQuery(read(listCredentials, { limit: 7 }));
  await readForRail(client, "support");
  await own;
  expect(paths().filter((path) => path?.endsWith("credentials"))).toHaveLength(1);
});

test("what a send made stale is asked again", async () => {
  const client = createQueryClient();
  await readForRail(client, "campaign_manager");
  await client.invalidateQueries({ queryKey: ["webhooks"] });
  await readForRail(client, "campaign_manager");
  expect(paths().slice(2)).toEqual(["/api/v1/webhooks/logs"]);
});

test("a read that fails is not asked again for minutes, and leaves no fault behind", async () => {
  const client = createQueryClient();
  answers = () => new Response("", { status: 502 });
  await readForRail(client, "campaign_manager");
  await readForRail(client, "campaign_manager");
  expect(asked).toHaveLength(2);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
