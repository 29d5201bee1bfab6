import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { createLiveQueries } from "./live-queries";
import { announcedKeys } from "./query";
import { createQueryClient } from "./query-client";

vi.hoisted(() => vi.stubGlobal("window", globalThis));

const asked: { name: string; isAnnounced: boolean; atOnce: number }[] = [];
let running = 0;
let isSeen = true;

beforeEach(() => {
  asked.length = 0;
  isSeen = true;
});

function page(...shown: { name: string; isPaused?: boolean; id?: string }[]) {
  const client = createQueryClient();
  for (const { name, isPaused = false, id } of shown) {
    const [resource = "", verb = ""] = name.split(".");
    new QueryObserver(client, {
      queryKey: [resource, verb, id ? { campaign_id: id } : {}],
      meta: { isPaused, isOfPlatform: verb === "get" },
      refetchInterval: false,
      queryFn: async ({ queryKey }) => {
        running += 1;
        asked.push({ name, isAnnounced: announcedKeys.has(queryKey), atOnce: running });
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return name;
      },
    }).subscribe(() => undefined);
  }
  return { client, live: createLiveQueries(client, () => isSeen) };
}

const read = async (times: number) => {
  await vi.waitFor(() => expect(asked.length).toBe(times));
  await vi.waitFor(() => expect(running).toBe(0));
};

test("what was announced as changed is read again, one at a time, and nothing else", async () => {
  const { live } = page({ name: "campaigns.get" }, { name: "campaigns.progress" }, { name: "team.list" });
  await read(3);
  asked.length = 0;
  live.changed(["campaigns"]);
  await read(2);
  expect(asked).toEqual([
    { name: "campaigns.get", isAnnounced: true, atOnce: 1 },
    { name: "campaigns.progress", isAnnounced: true, atOnce: 1 },
  ]);
  live.changed(["*"]);
  await read(5);
});

test("what changed of one record is read again where that record is shown, and where many are", async () => {
  const { live } = page(
    { name: "campaigns.get", id: "c1" },
    { name: "campaigns.get", id: "c2" },
    { name: "campaigns.list" },
  );
  await read(3);
  asked.length = 0;
  live.changed(["campaigns c2"]);
  await read(2);
  live.changed(["campaigns.list"]);
  await read(3);
  expect(asked.map(({ name }) => name)).toEqual(["campaigns.get", "campaigns.list", "campaigns.list"]);
});

test("what was read again elsewhere and is as it was is as new as that, and is not asked for", async () => {
  const { client, live } = page({ name: "campaigns.get", id: "c1" }, { name: "campaigns.progress", id: "c1" });
  await read(2);
  const key = ["campaigns", "get", { campaign_id: "c1" }];
  const long = Date.now() - 60_000;
  client.setQueryData(key, "kept", { updatedAt: long });
  asked.length = 0;
  live.changed(["campaigns.progress c2"]);
  live.changed(["campaigns.progress c1"]);
  await read(1);
  expect(asked[0]?.name).toBe("campaigns.progress");
  expect(client.getQueryState(key)?.dataUpdatedAt).toBeGreaterThan(long + 50_000);
});

test("a hidden tab reads nothing until it is seen, and then once", async () => {
  const { client, live } = page({ name: "campaigns.get" });
  await read(1);
  isSeen = false;
  live.changed(["campaigns"]);
  live.changed(["campaigns"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toHaveLength(1);
  expect(client.getQueryState(["campaigns", "get", {}])?.isInvalidated).toBe(false);
  isSeen = true;
  live.resume();
  await read(2);
});

test("what is paused is not read again, and what nobody shows is read when it is shown", async () => {
  const { client, live } = page({ name: "campaigns.get", isPaused: true });
  await read(1);
  client.setQueryData(["campaigns", "list", {}], "kept");
  live.changed(["campaigns"]);
  await vi.waitFor(() => expect(client.getQueryState(["campaigns", "list", {}])?.isInvalidated).toBe(true));
  expect(asked).toHaveLength(1);
});

test("while the stream is down all that is shown and well is asked for again", async () => {
  const { live } = page({ name: "campaigns.get" }, { name: "team.list" });
  await read(2);
  live.poll();
  await read(4);
});
