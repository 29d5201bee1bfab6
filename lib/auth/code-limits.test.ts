import { beforeEach, expect, test } from "vitest";
import { renewRecoveryCodes, turnOffSecondFactor } from "@/lib/contract/console/people/second-factor";
import { endMemberSessions, makePersonLink } from "@/lib/contract/console/people/team";
import { codeOf } from "@/lib/testing/authenticator";
import { cookieOf, freshConsole, mara, password, personWith, tokenIn } from "@/lib/testing/console";
import { forgetStep, setUpFactor } from "@/lib/testing/second-factor";

const tested = await freshConsole({ admin: { email: mara.email, password } });
const { console, database, post, signIn, run, from } = tested;
const admin = personWith("admin");

let visitor = 0;
const elsewhere = () => {
  visitor += 1;
  from(`198.51.100.${visitor}`);
};
beforeEach(async () => {
  elsewhere();
  for (const table of ["second_factor", "sign_in_try", "session", "pending_sign_in"])
    await database.pool.query(`delete from console.${table}`);
});

/** Cookies of a browser that has entered the password. A new cookie replaces an earlier one of its name. */
const enter = async (cookie = "") => {
  const { jar } = await signIn(mara.email, password, cookie ? { cookie } : {});
  const pairs = [...cookie.split("; "), ...cookieOf(jar).split("; ")].filter(Boolean);
  return [...new Map(pairs.map((pair) => [pair.split("=")[0], pair])).values()].join("; ");
};
const enterCode = (cookie: string, code: string) => post("/api/auth/sign-in/code", { code }, { cookie });
const personOf = async (cookie: string) => (await console.personOf(cookie)) ?? expect.fail("not signed in");

/** The owner, whose browser is known and whose password somebody else has. */
async function owner() {
  const factor = await setUpFactor(tested, await enter());
  const known = cookieOf((await enterCode(await enter(), codeOf(factor.secret))).jar);
  await forgetStep(database.pool, factor.person.id);
  return { ...factor, known };
}

/** Five wrong codes from browsers that nobody knows. */
async function attack(code = "000000") {
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    elsewhere();
    statuses.push((await enterCode(await enter(), code)).status);
  }
  elsewhere();
  return statuses;
}

test("lets the owner's known browser in when somebody else enters wrong codes", async () => {
  const { secret, known } = await owner();
  const waiting = await enter(known);
  expect(await attack()).toEqual([400, 400, 400, 400, 400]);
  expect((await enterCode(await enter(), codeOf(secret))).status).toBe(429);
  expect((await enterCode(waiting, codeOf(secret))).status).toBe(200);
});

test("limits a known browser to five wrong codes of its own", async () => {
  const { secret, known } = await owner();
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    elsewhere();
    statuses.push((await enterCode(await enter(known), "000000")).status);
  }
  elsewhere();
  statuses.push((await enterCode(await enter(known), codeOf(secret))).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await enterCode(await enter(), codeOf(secret))).status).toBe(200);
});

test("lets a recovery code in when somebody else enters wrong codes", async () => {
  const { codes } = await owner();
  await attack();
  const typed = (codes[0] ?? "").toLowerCase().replaceAll(/.{4}/g, "$& ");
  expect((await enterCode(await enter(), typed)).json).toEqual({ message: "You are signed in.", codes_left: 9 });
});

test("keeps nobody out when somebody else enters wrong recovery codes", async () => {
  const { codes, secret } = await owner();
  expect(await attack("a".repeat(24))).toEqual([400, 400, 400, 400, 400]);
  expect((await enterCode(await enter(), codes[0] ?? "")).status).toBe(200);
  expect((await enterCode(await enter(), codeOf(secret))).status).toBe(200);
});

test("ends a sign-in after five wrong recovery codes", async () => {
  await owner();
  const pending = await enter();
  const statuses: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    elsewhere();
    statuses.push((await enterCode(pending, "a".repeat(24))).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 401]);
});

test("clears wrong codes when a reset link sets a new password", async () => {
  const { secret, person } = await owner();
  await attack();
  const { link } = (await run(makePersonLink, { user_id: person.id }, admin)) as { link: string };
  const next = "wren under the blue gate";
  const chosen = await post("/api/auth/link/password", { token: tokenIn(link), password: next });
  const entered = await enterCode(cookieOf(chosen.jar), codeOf(secret));
  expect([chosen.json, entered.status]).toEqual([{ step: "code" }, 200]);
  const back = { currentPassword: next, newPassword: password };
  expect((await post("/api/auth/change-password", back, { cookie: cookieOf(entered.jar) })).status).toBe(200);
});

test("lets a signed-in owner use codes when somebody else enters wrong ones", async () => {
  const { secret, known, person } = await owner();
  await attack();
  const signedIn = await personOf(known);
  expect(await run(renewRecoveryCodes, { code: codeOf(secret) }, signedIn)).toMatchObject({ codes: expect.anything() });
  await forgetStep(database.pool, person.id);
  expect(await run(turnOffSecondFactor, { code: codeOf(secret) }, signedIn)).toMatchObject({
    message: "The second factor is off.",
  });
});

test.each([
  [
    "an admin signs the person out everywhere",
    (_known: string, userId: string) => run(endMemberSessions, { user_id: userId }, admin),
  ],
  [
    "the person signs out everywhere else",
    (known: string) => post("/api/auth/revoke-other-sessions", {}, { cookie: known }),
  ],
])("ends a sign-in that waits for its code when %s", async (_how, signOut) => {
  const { secret, known, person } = await owner();
  const waiting = await enter();
  await signOut(known, person.id);
  expect((await enterCode(waiting, codeOf(secret))).json).toMatchObject({
    status: 401,
    detail: "This sign-in has ended. Enter your password again.",
  });
});

test("ends a sign-in that waits for its code when the person is signed in nowhere", async () => {
  const { secret, person } = await owner();
  await database.pool.query("delete from console.session");
  const waiting = await enter();
  expect(await run(endMemberSessions, { user_id: person.id }, admin)).toMatchObject({
    message: `${person.name} (${mara.email}) was signed out everywhere.`,
  });
  expect((await enterCode(waiting, codeOf(secret))).status).toBe(401);
});
