import * as argon2 from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import type { OutputOf } from "@/lib/contract/operation";
import { cookieOf, freshConsole, mara, password, personWith } from "@/lib/testing/console";
import { createPasswords } from "./passwords";

const work = { hashes: 0, checks: 0, held: Promise.resolve() };
const passwords = createPasswords({
  hash: (...input) => {
    work.hashes += 1;
    return argon2.hash(...input);
  },
  verify: async (...input) => {
    work.checks += 1;
    await work.held;
    return argon2.verify(...input);
  },
});

const { database, from, signIn, run } = await freshConsole({ admin: { email: mara.email, password }, passwords });
beforeEach(async () => {
  await database.db.execute(sql`delete from console.sign_in_try`);
});

let visitor = 0;
const elsewhere = () => {
  visitor += 1;
  from(`198.51.100.${visitor}`);
};

test("gives one message after equal work for an unknown address and a wrong password", async () => {
  Object.assign(work, { hashes: 0, checks: 0 });
  const unknown = await signIn("nobody@fernhill.example", "not this one either");
  const afterUnknown = work.hashes + work.checks;
  const wrong = await signIn(mara.email, "not this one either");
  const afterWrong = work.hashes + work.checks;
  expect(afterUnknown).toBe(1);
  expect(afterWrong).toBe(2);
  const { request_id: _one, ...first } = unknown.json;
  const { request_id: _other, ...second } = wrong.json;
  expect(first).toEqual(second);
  expect(first).toMatchObject({ status: 401, detail: "Email or password is wrong." });
});

test("gives a disabled person the message of a wrong password", async () => {
  await database.db.execute(sql`update console."user" set is_disabled = true`);
  expect((await signIn(mara.email)).json.detail).toBe("Email or password is wrong.");
  await database.db.execute(sql`update console."user" set is_disabled = false`);
});

test("refuses the right password after five failures, with the time to wait", async () => {
  for (let n = 0; n < 5; n += 1) {
    elsewhere();
    expect((await signIn(mara.email, `wrong password ${n}`)).status).toBe(401);
  }
  elsewhere();
  const { status, json, headers, jar } = await signIn(mara.email);
  expect(status).toBe(429);
  expect(json).toMatchObject({ type: "urn:switchboard:problem:too_many_tries" });
  expect(json.retry_after_seconds).toBeGreaterThan(14 * 60);
  expect(headers.get("retry-after")).toBe(String(json.retry_after_seconds));
  expect(jar).toEqual([]);
});

test("records once that an account of the team is locked after five wrong passwords", async () => {
  for (const email of [mara.email, "stranger@fernhill.example"])
    for (let n = 0; n < 7; n += 1) {
      elsewhere();
      await signIn(email, `wrong password ${n}`);
    }
  const answer = await run(listAudit, { action: "sign-in.locked" }, personWith("admin"));
  const { data } = answer as OutputOf<typeof listAudit>;
  const sentences = data.map(({ actor_name, words, record }) => `${actor_name} ${words.join(record?.name ?? "?")}`);
  expect(sentences[0]).toMatch(/^Switchboard locked mara for 15 minutes after five wrong passwords$/);
  // The test before locked her too.
  expect(sentences).toHaveLength(2);
});

test("ignores failures from before the clock was set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 3_600_000 });
  for (let n = 0; n < 6; n += 1) {
    elsewhere();
    expect((await signIn(mara.email, `wrong password ${n}`)).status).toBe(n < 5 ? 401 : 429);
  }
  vi.useRealTimers();
  elsewhere();
  expect((await signIn(mara.email)).status).toBe(200);
});

test("counts failures of an account that does not exist", async () => {
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    elsewhere();
    codes.push((await signIn("nobody@fernhill.example", `wrong password ${n}`)).status);
  }
  expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
});

test("counts each of twenty concurrent attempts", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      signIn(mara.email, `wrong password ${n}`, { headers: { "x-test-address": `10.0.0.${n}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401).length).toBe(5);
  expect(answers.filter(({ status }) => status === 429).length).toBe(15);
});

test("does not count refused attempts", async () => {
  for (let n = 0; n < 9; n += 1) {
    elsewhere();
    await signIn(mara.email, `wrong password ${n}`);
  }
  await database.db.execute(sql`update console.sign_in_try set at = at - interval '15 minutes'`);
  elsewhere();
  expect((await signIn(mara.email)).status).toBe(200);
});

test.each(["null", "https://evil.example", "no url at all"])(
  "refuses an attempt from the origin %s and keeps the failures so far",
  async (strange) => {
    const codes: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      elsewhere();
      const headers = { "sec-fetch-site": "same-origin", ...(n % 3 === 2 ? { origin: strange } : {}) };
      codes.push((await signIn(mara.email, `wrong password ${n}`, { headers })).status);
    }
    expect(codes).toEqual([401, 401, 403, 401, 401, 403, 401, 429, 403, 429, 429, 403]);
  },
);

test("lets the owner's known browser in when others fail", async () => {
  elsewhere();
  const known = cookieOf((await signIn(mara.email)).jar);
  for (let n = 0; n < 6; n += 1) {
    elsewhere();
    await signIn(mara.email, `wrong password ${n}`);
  }
  elsewhere();
  expect((await signIn(mara.email)).status).toBe(429);
  expect((await signIn(mara.email, password, { cookie: known })).status).toBe(200);
});

test("limits a known browser to five failures and ignores its mark for another account", async () => {
  elsewhere();
  const known = cookieOf((await signIn(mara.email)).jar);
  const codes: number[] = [];
  for (let n = 0; n < 6; n += 1) codes.push((await signIn(mara.email, `wrong ${n}`, { cookie: known })).status);
  expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
  for (let n = 0; n < 6; n += 1) {
    elsewhere();
    codes[n] = (await signIn("ines@fernhill.example", `wrong ${n}`, { cookie: known })).status;
  }
  expect(codes).toEqual([401, 401, 401, 401, 401, 429]);
});

test("limits attempts per address and ignores forged address headers", async () => {
  from("192.0.2.44");
  for (let n = 0; n < 10; n += 1) await signIn(`person-${n}@fernhill.example`, "wrong password");
  const names = [
    "x-forwarded-for",
    "x-real-ip",
    "forwarded",
    "cf-connecting-ip",
    "true-client-ip",
    "x-client-ip",
    "x-switchboard-address",
  ];
  const forged = Array.from({ length: 50 }, (_, n) => {
    const address = `10.${n}.0.1`;
    const name = names[n % names.length] ?? "x-forwarded-for";
    return {
      [name]: name === "forwarded" ? `for=${address}` : n % 2 ? address : `${address}, 192.0.2.44`,
      "x-forwarded-for": address,
    };
  });
  const bypasses: unknown[] = [];
  for (const [n, headers] of forged.entries()) {
    const answer = await signIn(`other-${n}@fernhill.example`, "wrong password", { headers });
    if (answer.status !== 429) bypasses.push(headers);
  }
  expect(bypasses).toEqual([]);
});

test("counts the addresses of one IPv6 network as one", async () => {
  for (let n = 0; n < 10; n += 1) {
    from(`2001:db8:7:9::${n.toString(16)}`);
    await signIn(`person-${n}@fernhill.example`, "wrong password");
  }
  from("2001:0db8:0007:0009:aaaa::1");
  expect((await signIn("last@fernhill.example", "wrong password")).status).toBe(429);
  from("2001:db8:7:a::1");
  expect((await signIn("last@fernhill.example", "wrong password")).status).toBe(401);
});

test("counts attempts of all replicas together", async () => {
  const other = await freshConsole({ database });
  for (let n = 0; n < 5; n += 1) {
    elsewhere();
    await signIn(mara.email, `wrong password ${n}`);
  }
  other.from("198.51.100.250");
  expect((await other.signIn(mara.email)).status).toBe(429);
});

test("checks two passwords at once, queues 32 and refuses further attempts", async () => {
  Object.assign(work, { checks: 0 });
  let release = () => {};
  work.held = new Promise<void>((ready) => {
    release = ready;
  });
  const attempts = Array.from({ length: 44 }, (_, n) =>
    signIn(`crowd-${n}@fernhill.example`, "wrong password", { headers: { "x-test-address": `10.0.0.${n}` } }),
  );
  const busy: Awaited<(typeof attempts)[number]>[] = [];
  for (const attempt of attempts) void attempt.then((answer) => answer.status === 503 && busy.push(answer));
  await vi.waitFor(() => expect(busy.length).toBe(10), 10_000);
  expect(work.checks).toBe(2);
  release();
  const codes = (await Promise.all(attempts)).map(({ status }) => status);
  // On a slow machine some wait for longer than the queue allows, and are refused, too.
  expect(codes.every((status) => status === 401 || status === 503)).toBe(true);
  expect(codes.filter((status) => status === 401).length).toBeLessThanOrEqual(34);
  for (const { json, headers } of busy) {
    expect(json.type).toBe("urn:switchboard:problem:busy");
    expect(headers.get("retry-after")).toBe("2");
  }
});

test("checks the password of a known browser before those that wait", async () => {
  elsewhere();
  const known = cookieOf((await signIn(mara.email)).jar);
  let release = () => {};
  work.held = new Promise<void>((ready) => {
    release = ready;
  });
  const answers: string[] = [];
  const attempts = Array.from({ length: 44 }, (_, n) =>
    signIn(`crowd-${n}@fernhill.example`, "wrong password", { headers: { "x-test-address": `10.0.1.${n}` } }),
  ).map((answer) => answer.then(({ status }) => answers.push(`crowd ${status}`)));
  const refused = () => answers.filter((answer) => answer === "crowd 503").length;
  await vi.waitFor(() => expect(refused()).toBe(10), 10_000);
  elsewhere();
  attempts.push(signIn(mara.email, password, { cookie: known }).then(({ status }) => answers.push(`owner ${status}`)));
  await vi.waitFor(() => expect(refused()).toBe(11), 10_000);
  release();
  await Promise.all(attempts);
  const checked = answers.filter((answer) => answer !== "crowd 503");
  expect(checked.slice(0, 10)).toContain("owner 200");
});

test("records sign-ins and failures without passwords", async () => {
  elsewhere();
  await signIn(mara.email);
  await signIn(mara.email, "a secret nobody may read");
  await signIn("a secret nobody may read", "a secret nobody may read");
  const { rows } = await database.pool.query("select * from console.audit_event order by id desc limit 6");
  const begun = rows.filter(({ kind }) => kind === "begun");
  expect(begun.map(({ action, actor_email }) => [action, actor_email])).toEqual([
    ["sign-in.failed", "(not an address)"],
    ["sign-in.failed", mara.email],
    ["sign-in", mara.email],
  ]);
  expect(JSON.stringify(rows)).not.toContain("nobody may read");
  expect(begun[0].address).toBe(`198.51.100.${visitor}`);
});
