import { expect, test } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import { openDatabase } from "@/lib/db/database";
import { freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { freshDatabase } from "@/lib/testing/database/fresh-database";

const database = await freshDatabase();
const strangers = openDatabase(database.url, { connections: 1 });
const fresh = await freshConsole({ database, strangers, admin: { email: mara.email, password } });
const { console, run, signIn, from, ask } = fresh;

const refusals = async () => {
  const { data } = (await run(listAudit, { limit: 50, action: "sign-in.refused" }, personWith("admin"))) as {
    data: Record<string, unknown>[];
  };
  return data;
};

test("refuses attempts beyond the limit without the database, and records them in one entry", async () => {
  from("192.0.2.1");
  for (let n = 0; n < 10; n += 1) await signIn(`person-${n}@fernhill.example`, "wrong password");
  await strangers.pool.query("select 1");
  const held = await strangers.pool.connect();
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(mara.email, "wrong password")));
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(429));
  expect(Number(answers[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  held.release();
  await console.close();
  expect(await refusals()).toMatchObject([
    { outcome: "refused", status: 429, address: "192.0.2.1", message: expect.stringContaining("40 tries") },
  ]);
});

test("answers signed-in people while anonymous requests wait for connections", async () => {
  from("192.0.2.2");
  const { jar } = await signIn(mara.email);
  const cookie = jar.map((line) => line.split(";")[0]).join("; ");
  const held = await strangers.pool.connect();
  from("192.0.2.3");
  const waiting = signIn(mara.email);
  expect(await console.personOf(cookie)).toMatchObject({ email: mara.email });
  expect((await ask("/api/auth/get-session", { cookie })).status).toBe(200);
  await console.ready();
  held.release();
  expect((await waiting).status).toBe(200);
  await strangers.close();
});
