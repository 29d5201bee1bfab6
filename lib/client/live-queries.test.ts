import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createLiveQueries } from "./live-queries";
import { announcedKeys } from "./query";
import { createQueryClient } from "./query-client";

beforeAll(() => environmentManager.setIsServer(() => false));
afterAll(() => environmentManager.setIsServer(() => true));

const fetches: { name: string; isAnnounced: boolean; concurrency: number }[] = [];
let running = 0;
let isVisible = true;
let isHeld = false;

beforeEach(() => {
  fetches.length = 0;
  isVisible = true;
  isHeld = false;
});

function page(...shown: { name: string; staysLive?: boolean; id?: string }[]) {
  const client = createQueryClient();
  for (const { name, staysLive = false, id } of shown) {
    const [resource = "", verb = ""] = name.split(".");
    new QueryObserver(client, {
      queryKey: [resource, verb, id ? { campaign_id: id } : {}],
      meta: { staysLive, isOfPlatform: verb === "get" },
      refetchInterval: false,
      queryFn: async ({ queryKey }) => {
        running += 1;
        fetches.push({ name, isAnnounced: announcedKeys.has(queryKey), concurrency: running });
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return name;
      },
    }).subscribe(() => undefined);
  }
  return { client, live: createLiveQueries(client, { isVisible: () => isVisible, isHeld: () => isHeld }) };
}

const read = async (times: number) => {
  await vi.waitFor(() => expect(fetches.length).toBe(times));
  await vi.waitFor(() => expect(running).toBe(0));
};

test("refetches only the announced queries, one at a time", async () => {
  const { live } = page({ name: "campaigns.get" }, { name: "campaigns.progress" }, { name: "team.list" });
  await read(3);
  fetches.length = 0;
  live.changed(["campaigns"]);
  await read(2);
  expect(fetches).toEqual([
    { name: "campaigns.get", isAnnounced: true, concurrency: 1 },
    { name: "campaigns.progress", isAnnounced: true, concurrency: 1 },
  ]);
  live.changed(["*"]);
  await read(5);
});

test("refetches the queries of one record, and lists, when that record changed", async () => {
  const { live } = page(
    { name: "campaigns.get", id: "c1" },
    { name: "campaigns.get", id: "c2" },
    { name: "campaigns.list" },
  );
  await read(3);
  fetches.length = 0;
  live.changed(["campaigns c2"]);
  await read(2);
  live.changed(["campaigns.list"]);
  await read(3);
  expect(fetches.map(({ name }) => name)).toEqual(["campaigns.get", "campaigns.list", "campaigns.list"]);
});

test("refreshes the timestamp of an unchanged record when another operation of it was refetched", async () => {
  const { client, live } = page({ name: "campaigns.get", id: "c1" }, { name: "campaigns.progress", id: "c1" });
  await read(2);
  const key = ["campaigns", "get", { campaign_id: "c1" }];
  const long = Date.now() - 60_000;
  client.setQueryData(key, "kept", { updatedAt: long });
  fetches.length = 0;
  live.changed(["campaigns.progress c2"]);
  live.changed(["campaigns.progress c1"]);
  await read(1);
  expect(fetches[0]?.name).toBe("campaigns.progress");
  expect(client.getQueryState(key)?.dataUpdatedAt).toBeGreaterThan(long + 50_000);
});

test("waits while the tab is hidden and refetches once when it is visible", async () => {
  const { client, live } = page({ name: "campaigns.get" });
  await read(1);
  isVisible = false;
  live.changed(["campaigns"]);
  live.changed(["campaigns"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(fetches).toHaveLength(1);
  expect(client.getQueryState(["campaigns", "get", {}])?.isInvalidated).toBe(false);
  isVisible = true;
  live.resume();
  await read(2);
});

test("refetches only the frame's queries while the page is held, and the others afterwards", async () => {
  const { client, live } = page({ name: "campaigns.get" }, { name: "connection.status", staysLive: true });
  await read(2);
  fetches.length = 0;
  isHeld = true;
  client.setQueryData(["campaigns", "list", {}], "kept");
  live.changed(["campaigns", "connection"]);
  await read(1);
  expect(fetches[0]?.name).toBe("connection.status");
  expect(client.getQueryState(["campaigns", "list", {}])?.isInvalidated).toBe(true);
  expect(client.getQueryState(["campaigns", "get", {}])?.isInvalidated).toBe(false);
  isHeld = false;
  live.resume();
  await vi.waitFor(() => expect(fetches.map(({ name }) => name)).toContain("campaigns.get"));
});

test("refetches all successful queries when the stream is down", async () => {
  const { live } = page({ name: "campaigns.get" }, { name: "team.list" });
  await read(2);
  live.poll();
  await read(4);
});
