import { afterAll, expect, test } from "vitest";
import { requireSecondFactor, turnOffSecondFactor } from "@/lib/contract/console/people/second-factor";
import { getSso, setSsoOnly } from "@/lib/contract/console/people/sso";
import {
  changeRole,
  changeState,
  listTeam,
  makePersonLink,
  removeMember,
  turnOffFactorOf,
} from "@/lib/contract/console/people/team";
import type { OutputOf } from "@/lib/contract/operation";
import type { Mail } from "@/lib/mailer";
import { codeOf } from "@/lib/testing/authenticator";
import { cookieOf, mara, personWith, tokenIn } from "@/lib/testing/console";
import { setUpFactor } from "@/lib/testing/second-factor";
import { startIssuer } from "@/lib/testing/sso/issuer";
import { freshSso } from "@/lib/testing/sso/sso-console";

const issuer = await startIssuer();
const mails: Mail[] = [];
const sendMail = async (mail: Mail) => void mails.push(mail);
const resetMails = () => mails.filter(({ subject }) => subject.startsWith("Choose a new")).map(({ to }) => to);
const tested = await freshSso(issuer, {}, { sendMail });
const { console, run, signIn, post, join, connect, enter } = tested;
const admin = personWith("admin");
const local = { name: "Lea Local", email: "lea@fernhill.example", role: "admin" as const };

afterAll(() => issuer.close());

const personOf = async (cookie: string) => (await console.personOf(cookie)) ?? expect.fail("not signed in");
const factorOf = (cookie: string) => setUpFactor(tested, cookie);

/** Mara, signed in at the provider, and Lea, a local admin with a second factor. */
async function team() {
  await connect(cookieOf((await signIn(mara.email)).jar));
  const person = await personOf((await enter()).cookie);
  const lea = await join(local);
  return { person, lea };
}

async function ssoOnly() {
  const { person, lea } = await team();
  const factor = await factorOf(lea.cookie);
  await run(setSsoOnly, { is_on: true }, person);
  return { person, lea, factor };
}

test("cannot be switched on in a session that began with a password", async () => {
  const { lea } = await team();
  await factorOf(lea.cookie);
  await expect(run(setSsoOnly, { is_on: true }, await personOf(lea.cookie))).rejects.toMatchObject({
    message: "Sign in with Fernhill ID first, so that you know that it works.",
  });
});

test("cannot be switched on without a local admin who has a second factor", async () => {
  const { person, lea } = await team();
  const on = () => run(setSsoOnly, { is_on: true }, person);
  await expect(on()).rejects.toMatchObject({
    code: "not_possible",
    message: expect.stringMatching(/^While only single sign-on is allowed/),
  });
  expect(await run(getSso, {}, person)).toMatchObject({ is_only: false });
  await factorOf(lea.cookie);
  await on();
  expect(await run(getSso, {}, person)).toMatchObject({ is_only: true });
});

test("refuses passwords and password links of others, and lets the local admin in with a code", async () => {
  const jon = await join({ name: "Jon", email: "jon@fernhill.example", role: "support" });
  const { person, factor } = await ssoOnly();
  const sentence = "Your team signs in with Fernhill ID. Passwords are not accepted.";
  for (const { email } of [jon, mara]) {
    const { status, json, jar } = await signIn(email);
    expect([status, json.detail, await console.personOf(cookieOf(jar))]).toEqual([403, sentence, undefined]);
  }
  const { link } = (await run(makePersonLink, { user_id: jon.id }, admin)) as OutputOf<typeof makePersonLink>;
  expect((await post("/api/auth/link", { token: tokenIn(link) })).json.detail).toBe(sentence);
  issuer.goDown(true);
  const { json, jar } = await signIn(local.email);
  expect(json).toEqual({ step: "code" });
  const code = codeOf(factor.secret);
  const entered = await post("/api/auth/sign-in/code", { code }, { cookie: cookieOf(jar) });
  expect(await personOf(cookieOf(entered.jar))).toMatchObject({ email: local.email });
  issuer.goDown(false);
  expect((await tested.audit("sign-in.failed")).slice(0, 2)).toEqual([
    `${mara.email} | failed to sign in | refused | ${sentence}`,
    `${jon.email} | failed to sign in | refused | ${sentence}`,
  ]);
  await run(setSsoOnly, { is_on: false }, person);
  expect((await signIn(jon.email)).status).toBe(200);
});

test("mails no reset link that would not work, and mails one to a local admin", async () => {
  const { person } = await ssoOnly();
  mails.length = 0;
  for (const email of [mara.email, local.email])
    expect((await post("/api/auth/forgotten", { email })).status).toBe(200);
  await expect.poll(resetMails).toEqual([local.email]);
  await run(setSsoOnly, { is_on: false }, person);
  await post("/api/auth/forgotten", { email: mara.email });
  await expect.poll(resetMails).toEqual([local.email, mara.email]);
});

test("keeps the last local admin while it is on", async () => {
  const { lea, factor, person } = await ssoOnly();
  const own = await personOf(lea.cookie);
  const tries = [
    () => run(changeRole, { user_id: lea.id, role: "support" }, person),
    () => run(changeState, { user_id: lea.id, state: "disabled" }, person),
    () => run(removeMember, { user_id: lea.id }, person),
    () => run(turnOffFactorOf, { user_id: lea.id }, person),
    () => run(turnOffSecondFactor, { code: factor.codes[0] }, own),
  ];
  for (const attempt of tries)
    await expect(attempt()).rejects.toMatchObject({
      code: "not_possible",
      message: expect.stringMatching(/^While only/),
    });
  issuer.answerWith({ claims: { sub: "subject-2" }, userinfo: { sub: "subject-2" } });
  expect((await connect(lea.cookie)).fault?.message).toMatch(/^While only single sign-on is allowed/);
  issuer.answerWith({});
  await run(setSsoOnly, { is_on: false }, person);
  await run(removeMember, { user_id: lea.id }, person);
  const { data } = (await run(listTeam, {}, admin)) as OutputOf<typeof listTeam>;
  expect(data.map(({ email }) => email)).toEqual([mara.email]);
});

test("does not count a sign-in at the provider as the own second factor", async () => {
  const cookie = cookieOf((await signIn(mara.email)).jar);
  await connect(cookie);
  await factorOf(cookie);
  const entered = await enter();
  const require = run(requireSecondFactor, { of: "everyone" }, await personOf(entered.cookie));
  await expect(require).rejects.toMatchObject({ code: "not_possible" });
});
