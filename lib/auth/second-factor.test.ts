import { generateSync } from "otplib";
import { pino } from "pino";
import { beforeEach, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/contract/console/audit";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  turnOffSecondFactor,
} from "@/lib/contract/console/people/second-factor";
import {
  endMemberSessions,
  listMemberSessions,
  makePersonLink,
  turnOffFactorOf,
} from "@/lib/contract/console/people/team";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { codeOf } from "@/lib/testing/authenticator";
import { cookieOf, freshConsole, mara, password, personWith, tokenIn } from "@/lib/testing/console";
import { forgetStep, setUpFactor } from "@/lib/testing/second-factor";
import { timeoutMs } from "@/lib/testing/timeout-ms";

const one = await freshConsole({ admin: { email: mara.email, password }, log: pino({ level: "silent" }) });
const two = await freshConsole({ database: one.database });
const { console, database, post, signIn, run, join } = one;

let visitor = 0;
const elsewhere = () => {
  visitor += 1;
  for (const each of [one, two]) each.from(`198.51.100.${visitor}`);
};
beforeEach(async () => {
  elsewhere();
  for (const table of ["second_factor", "sign_in_try", "collector_setting"])
    await database.pool.query(`delete from console.${table}`);
});

const enter = async (email = mara.email) => cookieOf((await signIn(email)).jar);
const enterCode = (cookie: string, code: string, by = one) => by.post("/api/auth/sign-in/code", { code }, { cookie });
const personOf = async (cookie: string) => (await console.personOf(cookie)) ?? expect.fail("not signed in");

async function withFactor(email = mara.email) {
  const cookie = await enter(email);
  return { cookie, ...(await setUpFactor(one, cookie)) };
}

async function ask<Op extends Operation>(op: Op, input: InputOf<Op>, cookie: string) {
  return (await run(op, input as Record<string, unknown>, await personOf(cookie))) as OutputOf<Op>;
}

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("computes the codes of RFC 6238 (at %d s)", (epoch, code) => {
  const secret = new TextEncoder().encode("12345678901234567890");
  expect(generateSync({ secret, epoch })).toBe(code);
});

test("asks for a code after the password, and signs in with it", async () => {
  const { secret } = await withFactor();
  const { status, json, jar } = await signIn(mara.email);
  expect([status, json]).toEqual([200, { step: "code" }]);
  expect(await console.personOf(cookieOf(jar))).toBeUndefined();
  const entered = await enterCode(cookieOf(jar), codeOf(secret));
  expect(entered.json).toEqual({ message: "You are signed in.", codes_left: 10 });
  expect(await personOf(cookieOf(entered.jar))).toMatchObject({ email: mara.email });
  expect((await enterCode(cookieOf(jar), codeOf(secret, { steps: 1 }))).status).toBe(401);
});

test("accepts codes by the database's clock when that of the server is 71 s off", async () => {
  const { secret } = await withFactor();
  const { jar } = await signIn(mara.email);
  const realMs = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: realMs + 71_000 });
  const late = await enterCode(cookieOf(jar), codeOf(secret, { nowMs: realMs + 71_000 }));
  const right = await enterCode(cookieOf(jar), codeOf(secret, { nowMs: realMs }));
  vi.useRealTimers();
  expect(late.json.detail).toMatch(/^This code is wrong\. Switchboard's clock says \d\d:\d\d:\d\d UTC\.$/);
  const saidMs = Date.parse(`${new Date(realMs).toISOString().slice(0, 10)}T${late.json.detail.slice(-13, -5)}Z`);
  expect(Math.abs(saidMs - realMs)).toBeLessThan(20_000);
  expect(right.status).toBe(200);
});

test.each([
  [-1, 200],
  [1, 200],
  [-3, 400],
  [3, 400],
])("accepts a code of one step before or after (%d: %d)", async (steps, status) => {
  const { secret } = await withFactor();
  const pending = await enter();
  // Not at the end of a step, because the code would be a step older when it is checked.
  await expect.poll(() => Date.now() % 30_000, { timeout: timeoutMs(5_000) }).toBeLessThan(28_000);
  expect((await enterCode(pending, codeOf(secret, { steps }))).status).toBe(status);
});

test("starts one session when two replicas get the same code at once", async () => {
  const { secret, person } = await withFactor();
  for (let round = 0; round < 5; round += 1) {
    await forgetStep(database.pool, person.id);
    const cookies = [await enter(), await enter()] as const;
    const code = codeOf(secret);
    const entered = await Promise.all([enterCode(cookies[0], code), enterCode(cookies[1], code, two)]);
    expect(entered.map(({ status }) => status).sort()).toEqual([200, 400]);
    elsewhere();
  }
});

test("accepts neither the first code again, nor one that was used", async () => {
  const cookie = await enter();
  const { secret, sealed } = await ask(beginSecondFactor, { password }, cookie);
  const code = codeOf(secret);
  await ask(confirmSecondFactor, { sealed, code }, cookie);
  const again = await enterCode(await enter(), code);
  expect(again.json).toMatchObject({ status: 400, detail: "This code was used before. Wait for the next one." });
  const next = codeOf(secret, { steps: 1 });
  expect((await enterCode(await enter(), next)).status).toBe(200);
  expect((await enterCode(await enter(), next)).json.detail).toMatch(/^This code was used before/);
});

test("ends pending sign-ins after five wrong codes, which the right password does not reset", async () => {
  const { secret } = await withFactor();
  const statuses: number[] = [];
  let pending = "";
  for (let nth = 0; nth < 5; nth += 1) {
    elsewhere();
    pending = await enter();
    statuses.push((await enterCode(pending, "000000")).status);
  }
  elsewhere();
  const after = await enterCode(pending, codeOf(secret));
  expect(after.json).toMatchObject({ status: 401, detail: "This sign-in has ended. Enter your password again." });
  const right = await enterCode(await enter(), codeOf(secret));
  expect([...statuses, right.status]).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await two.post("/api/auth/sign-in/code", { code: codeOf(secret) }, { cookie: await enter() })).status).toBe(
    429,
  );
  const { data } = (await run(listAudit, { action: "sign-in.codes_locked" }, personWith("admin"))) as OutputOf<
    typeof listAudit
  >;
  const sentences = data.map(({ actor_name, words, record }) => `${actor_name} ${words.join(record?.name ?? "?")}`);
  expect(sentences).toEqual(["Switchboard refused codes of mara for 15 minutes after five wrong ones"]);
});

test("accepts each of ten recovery codes once, in any form", async () => {
  const { codes, cookie } = await withFactor();
  expect(codes).toHaveLength(10);
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{24}$/);
  const [first = ""] = codes;
  const typed = first.toLowerCase().replaceAll(/.{4}/g, "$& ");
  expect((await enterCode(await enter(), typed)).json).toEqual({ message: "You are signed in.", codes_left: 9 });
  expect((await enterCode(await enter(), first)).json.detail).toBe("This recovery code is wrong or was used before.");
  expect(await ask(getSecondFactor, {}, cookie)).toMatchObject({ is_on: true, codes_left: 9 });
  const { rows } = await database.pool.query("select * from console.recovery_code, console.second_factor");
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
});

const inScript = (zero: string) => (code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
const spellings: [string, (code: string) => string][] = [
  ["full-width digits", inScript("\uff10")],
  ["Arabic digits", inScript("\u0660")],
  ["Persian digits", inScript("\u06f0")],
  ["Devanagari digits", inScript("\u0966")],
  ["marks of direction around them", (code) => `\u202a${code}\u202c\u200f`],
  ["a zero-width space and a soft hyphen", (code) => `\ufeff${code.slice(0, 3)}\u200b\u00ad${code.slice(3)}`],
  ["a no-break space", (code) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`],
  ["a no-break hyphen", (code) => `${code.slice(0, 3)}\u2011${code.slice(3)}`],
];

test.each(spellings)("accepts a code of the app in %s, also as the first code", async (_name, spell) => {
  const cookie = await enter();
  const { secret, sealed } = await ask(beginSecondFactor, { password }, cookie);
  await ask(confirmSecondFactor, { sealed, code: spell(codeOf(secret)) }, cookie);
  const entered = await enterCode(await enter(), spell(codeOf(secret, { steps: 1 })));
  expect(entered.json).toEqual({ message: "You are signed in.", codes_left: 10 });
});

test.each<[string, (code: string) => string]>([
  ["with its number in a list", (code) => `7. ${code}`],
  [
    "in full-width letters",
    (code) => code.replaceAll(/./g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)),
  ],
  ["with invisible marks", (code) => `\u200e${code.slice(0, 12)}\u2060${code.slice(12)}`],
])("accepts a recovery code %s", async (_name, spell) => {
  const { codes } = await withFactor();
  expect((await enterCode(await enter(), spell(codes[3] ?? ""))).status).toBe(200);
});

test.each(["12345", "1234567", "12345O", "my code", "\u200b", "ABCD EFGH"])(
  "neither calls %j a recovery code nor counts it as a wrong one",
  async (typed) => {
    const { secret } = await withFactor();
    const pending = await enter();
    for (let nth = 0; nth < 6; nth += 1) {
      const { status, json } = await enterCode(pending, typed);
      expect([status, json.detail]).toEqual([400, "Enter the six digits that your app shows, or a recovery code."]);
    }
    expect((await enterCode(pending, codeOf(secret))).status).toBe(200);
  },
);

test("replaces the recovery codes, and turns the second factor off, only with a code", async () => {
  const { codes, cookie, secret, person } = await withFactor();
  await expect(ask(renewRecoveryCodes, { code: "123456" }, cookie)).rejects.toMatchObject({ code: "wrong_code" });
  const renewed = await ask(renewRecoveryCodes, { code: codeOf(secret) }, cookie);
  expect(renewed.codes).toHaveLength(10);
  expect((await enterCode(await enter(), codes[0] ?? "")).status).toBe(400);
  await forgetStep(database.pool, person.id);
  const other = cookieOf((await enterCode(await enter(), codeOf(secret))).jar);
  await ask(turnOffSecondFactor, { code: renewed.codes[0] ?? "" }, cookie);
  expect(await console.personOf(other)).toBeUndefined();
  expect((await signIn(mara.email)).json).toEqual({ message: "You are signed in." });
});

test("needs the password to set up a second factor, and a secret made for this person", async () => {
  const cookie = await enter();
  const wrong = ask(beginSecondFactor, { password: "not it at all" }, cookie);
  await expect(wrong).rejects.toMatchObject({ code: "bad_input", message: "The password is wrong." });
  const jon = await join({ name: "Jon", email: `jon.${visitor}@fernhill.example`, role: "support" });
  const { secret, sealed } = await ask(beginSecondFactor, { password }, jon.cookie);
  const stolen = ask(confirmSecondFactor, { sealed, code: codeOf(secret) }, cookie);
  await expect(stolen).rejects.toMatchObject({ code: "wrong_code" });
});

test("asks for a code after a reset link, which only sets the password", async () => {
  const { secret, person } = await withFactor();
  const { link } = (await run(makePersonLink, { user_id: person.id }, personWith("admin"))) as { link: string };
  const next = "wren under the blue gate";
  const chosen = await post("/api/auth/link/password", { token: tokenIn(link), password: next });
  expect(chosen.json).toEqual({ step: "code" });
  expect(await console.personOf(cookieOf(chosen.jar))).toBeUndefined();
  const entered = await enterCode(cookieOf(chosen.jar), codeOf(secret));
  const change = { currentPassword: next, newPassword: password };
  const back = await post("/api/auth/change-password", change, { cookie: cookieOf(entered.jar) });
  expect(await ask(getSecondFactor, {}, cookieOf(back.jar))).toMatchObject({ was_used: true });
});

test("ends a sign-in that waits for a code when the password changes", async () => {
  const { secret, cookie } = await withFactor();
  const pending = await enter();
  const next = "wren under the blue gate";
  const changed = await post("/api/auth/change-password", { currentPassword: password, newPassword: next }, { cookie });
  expect((await enterCode(pending, codeOf(secret))).status).toBe(401);
  const change = { currentPassword: next, newPassword: password };
  await post("/api/auth/change-password", change, { cookie: cookieOf(changed.jar) });
});

test("lets only an admin whose own second factor was used require one", async () => {
  const before = await enter();
  const refused = ask(requireSecondFactor, { of: "everyone" }, before);
  await expect(refused).rejects.toMatchObject({ code: "not_possible" });
  const { secret } = await withFactor();
  const stillRefused = ask(requireSecondFactor, { of: "everyone" }, before);
  await expect(stillRefused).rejects.toMatchObject({ code: "not_possible" });
  const used = cookieOf((await enterCode(await enter(), codeOf(secret))).jar);
  await ask(requireSecondFactor, { of: "everyone" }, used);
  expect(await ask(getSecondFactor, {}, before)).toMatchObject({ required_of: "everyone", is_required: true });
});

test("makes others set one up at the next sign-in when it is required of everyone", async () => {
  const { cookie } = await withFactor();
  const jon = await join({ name: "Jon", email: `jon.${visitor}@fernhill.example`, role: "support" });
  await ask(requireSecondFactor, { of: "admins" }, cookie);
  expect((await signIn(jon.email)).json).toEqual({ message: "You are signed in." });
  await ask(requireSecondFactor, { of: "everyone" }, cookie);
  const { json, jar } = await signIn(jon.email);
  const { secret, sealed, uri } = json.enrolment;
  expect(json.step).toBe("enrol");
  const label = `otpauth://totp/Switchboard:jon.${visitor}%40fernhill.example?`;
  expect(uri).toBe(`${label}secret=${secret}&issuer=Switchboard`);
  expect((await enterCode(cookieOf(jar), codeOf(secret))).status).toBe(409);
  const code = codeOf(secret);
  const enrolled = await post("/api/auth/sign-in/enrol", { sealed, code }, { cookie: cookieOf(jar) });
  expect(enrolled.json.codes).toHaveLength(10);
  expect(await personOf(cookieOf(enrolled.jar))).toMatchObject({ email: jon.email });
  expect((await enterCode(cookieOf((await signIn(jon.email)).jar), code)).json.detail).toMatch(/^This code was used/);
});

test("signs out everywhere when a required second factor is turned off", async () => {
  const { cookie, codes } = await withFactor();
  await ask(requireSecondFactor, { of: "admins" }, cookie);
  await ask(turnOffSecondFactor, { code: codes[0] ?? "" }, cookie);
  expect(await console.personOf(cookie)).toBeUndefined();
  expect((await signIn(mara.email)).json.step).toBe("enrol");
});

test("lets another admin turn a second factor off, which ends the person's sessions", async () => {
  const { cookie, person } = await withFactor();
  const own = ask(turnOffFactorOf, { user_id: person.id }, cookie);
  await expect(own).rejects.toMatchObject({ code: "not_possible" });
  await run(turnOffFactorOf, { user_id: person.id }, personWith("admin"));
  expect(await console.personOf(cookie)).toBeUndefined();
  expect((await signIn(mara.email)).json).toEqual({ message: "You are signed in." });
  const again = run(turnOffFactorOf, { user_id: person.id }, personWith("admin"));
  await expect(again).rejects.toMatchObject({ code: "not_possible" });
});

test("lists and ends another person's sessions", async () => {
  const jon = await join({ name: "Jon", email: `jon.${visitor}@fernhill.example`, role: "support" });
  const there = await enter(jon.email);
  const list = async () =>
    (await run(listMemberSessions, { user_id: jon.id }, personWith("admin"))) as OutputOf<typeof listMemberSessions>;
  const { data } = await list();
  expect(data.map(({ address, is_current }) => [address, is_current])).toEqual([
    [`198.51.100.${visitor}`, false],
    [`198.51.100.${visitor}`, false],
  ]);
  await run(endMemberSessions, { user_id: jon.id, session_id: data[0]?.id }, personWith("admin"));
  expect([await console.personOf(jon.cookie), await console.personOf(there)].filter(Boolean)).toHaveLength(1);
  await run(endMemberSessions, { user_id: jon.id }, personWith("admin"));
  expect((await list()).data).toEqual([]);
  const again = run(endMemberSessions, { user_id: jon.id }, personWith("admin"));
  await expect(again).rejects.toMatchObject({ code: "not_found" });
});
