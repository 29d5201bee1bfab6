import { beforeAll, beforeEach, expect, test } from "vitest";
import { keepList } from "@/lib/collector/records/store-versions";
import { resourceOf } from "@/lib/contract/operation";
import { accountKeyTable } from "@/lib/db/console/tables/connection";
import type { OpenDatabase } from "@/lib/db/database";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { accountOf } from "./account";
import type { Collect } from "./collect";

let database: OpenDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
beforeEach(async () => {
  await database.pool.query("truncate console.account_key, console.record_version");
});

const address = "https://platform.example/api";
let requests = 0;

/** A platform that lists only webhooks with these IDs. */
const listing =
  (...ids: string[]): Collect["read"] =>
  async (op) => {
    requests += 1;
    const data = resourceOf(op) === "webhooks" ? ids.map((id) => ({ id })) : [];
    return { answer: Buffer.from(JSON.stringify({ raw: { success: true, data } })), raw: { success: true, data } };
  };

const accountWith = (keyFingerprint: string, read: Collect["read"], at = address) =>
  accountOf(database.db, { keyFingerprint, address: at, read, waitMs: 50 });

async function storeWebhooks(accountId: string, ...ids: string[]) {
  const [resource, at] = ["webhooks", new Date()];
  const answers = [Buffer.from(JSON.stringify({ raw: { data: ids.map((id) => ({ id, url: "https://a.example" })) } }))];
  const before = undefined;
  await keepList(database.db, { accountId, resource, answers, isWhole: true, at, before });
}

test("returns the account of an earlier key when a new key lists records of that account", async () => {
  requests = 0;
  expect(await accountWith("first", listing("wh_1"))).toBe("first");
  expect(requests).toBe(0);
  await storeWebhooks("first", "wh_1", "wh_2");
  expect(await accountWith("second", listing("wh_2", "wh_3"))).toBe("first");
  expect(await accountWith("third", listing("wh_2"))).toBe("first");
  requests = 0;
  expect(await accountWith("second", listing())).toBe("first");
  expect(requests).toBe(0);
});

test("creates an account when a key lists other records or has another address", async () => {
  await accountWith("first", listing());
  await storeWebhooks("first", "wh_1");
  expect(await accountWith("other", listing("wh_9"))).toBe("other");
  expect(await accountWith("empty", listing())).toBe("empty");
  expect(await accountWith("elsewhere", listing("wh_1"), "https://other.example")).toBe("elsewhere");
});

test("stores no account for a key while the platform does not answer", async () => {
  await accountWith("first", listing());
  await storeWebhooks("first", "wh_1");
  const never = () => new Promise<never>(() => {});
  expect(await accountWith("second", never)).toBe("second");
  expect(await accountWith("second", () => Promise.reject(new Error("refused")))).toBe("second");
  expect(await database.db.$count(accountKeyTable)).toBe(1);
  expect(await accountWith("second", listing("wh_1"))).toBe("first");
});
