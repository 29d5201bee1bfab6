import { beforeAll, beforeEach, expect, test } from "vitest";
import { resourceOf } from "@/lib/contract/operation";
import type { OpenDatabase } from "@/lib/db/database";
import { consoleMigrations, migrate } from "@/lib/db/migrate";
import { freshDatabase } from "@/lib/db/testing";
import { accountOf } from "./account";
import { keepList } from "./collector/keep-versions";
import type { Collect } from "./console-types";
import { accountKeyTable } from "./tables";

let database: OpenDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await migrate(database.pool, consoleMigrations);
});
beforeEach(async () => {
  await database.pool.query("truncate console.account_key, console.record_version");
});

const address = "https://platform.example/api";
let asked = 0;

/** A platform that lists webhooks of these IDs, and nothing else. */
const listing =
  (...ids: string[]): Collect["read"] =>
  async (op) => {
    asked += 1;
    const data = resourceOf(op) === "webhooks" ? ids.map((id) => ({ id })) : [];
    return { answer: Buffer.from(JSON.stringify({ raw: { success: true, data } })), raw: { success: true, data } };
  };

const accountWith = (keyPrint: string, read: Collect["read"], at = address) =>
  accountOf(database.db, { keyPrint, address: at, read, waitMs: 50 });

async function kept(keyPrint: string, ...ids: string[]) {
  const [resource, at] = ["webhooks", new Date()];
  const answers = [Buffer.from(JSON.stringify({ raw: { data: ids.map((id) => ({ id, url: "https://a.example" })) } }))];
  const before = undefined;
  await keepList(database.db, { keyPrint, resource, answers, isWhole: true, at, before, askedBy: null });
}

test("the first key of an address is asked for nothing, and a new one that lists the same records opens the same account", async () => {
  asked = 0;
  expect(await accountWith("first", listing("wh_1"))).toBe("first");
  expect(asked).toBe(0);
  await kept("first", "wh_1", "wh_2");
  expect(await accountWith("second", listing("wh_2", "wh_3"))).toBe("first");
  expect(await accountWith("third", listing("wh_2"))).toBe("first");
  asked = 0;
  expect(await accountWith("second", listing())).toBe("first");
  expect(asked).toBe(0);
});

test("a key that lists other records, or the same at another address, opens an account of its own", async () => {
  await accountWith("first", listing());
  await kept("first", "wh_1");
  expect(await accountWith("other", listing("wh_9"))).toBe("other");
  expect(await accountWith("empty", listing())).toBe("empty");
  expect(await accountWith("elsewhere", listing("wh_1"), "https://other.example")).toBe("elsewhere");
});

test("while the platform does not answer, nothing is decided for good", async () => {
  await accountWith("first", listing());
  await kept("first", "wh_1");
  const never = () => new Promise<never>(() => {});
  expect(await accountWith("second", never)).toBe("second");
  expect(await accountWith("second", () => Promise.reject(new Error("refused")))).toBe("second");
  expect(await database.db.$count(accountKeyTable)).toBe(1);
  expect(await accountWith("second", listing("wh_1"))).toBe("first");
});
