import { afterAll, beforeEach, expect, test } from "vitest";
import { disconnectSso, getSso } from "@/lib/contract/console/people/sso";
import { addMember, changeRole, changeState, listTeam } from "@/lib/contract/console/people/team";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { cookieOf, mara, password, personWith } from "@/lib/testing/console";
import { type Answers, startIssuer } from "@/lib/testing/sso/issuer";
import { freshSso } from "@/lib/testing/sso/sso-console";

const issuer = await startIssuer();
const plain = await freshSso(issuer);
const byValue = new Map<string, Role>([
  ["voice-admins", "admin"],
  ["voice-ops", "campaign_manager"],
  ["desk", "support"],
]);
const mapped = await freshSso(issuer, { roles: { claim: "groups", byValue } });
const admin = personWith("admin");
const ines = { name: "Ines Vidal", email: "ines@fernhill.example", role: "support" as Role };
const inesClaims = { email: "Ines@Fernhill.example", email_verified: true };

afterAll(() => issuer.close());
beforeEach(() => {
  issuer.answerWith({});
  issuer.goDown(false);
});

type Tested = typeof plain;
const signedIn = async ({ console }: Tested, cookie: string) => {
  const { id, name, email, role } = (await console.personOf(cookie)) ?? {};
  return id === undefined ? undefined : { name, email, role };
};
const signInAsMara = async ({ signIn }: Tested) => cookieOf((await signIn(mara.email)).jar);
const idOf = async ({ run }: Tested, email: string) => {
  const { data } = (await run(listTeam, {}, admin)) as OutputOf<typeof listTeam>;
  return data.find((member) => member.email === email) ?? expect.fail(`${email} is not on the team`);
};

/** Mara, connected at the provider. */
async function connectMara(tested: Tested) {
  const cookie = await signInAsMara(tested);
  expect(await tested.connect(cookie)).toMatchObject({ path: "/settings", fault: undefined });
  return cookie;
}

test("sends the configured address with PKCE, state and nonce, and takes the browser back", async () => {
  await connectMara(plain);
  const begun = await plain.start("", "/calls?status=ended");
  const sent = new URL(begun.path).searchParams;
  expect(sent.get("redirect_uri")).toBe(`${plain.origin}/api/auth/sso/return`);
  expect([sent.get("scope"), sent.get("code_challenge_method")]).toEqual(["openid email profile", "S256"]);
  const { path, search, cookie, jar } = await plain.finish(issuer.signIn(begun.path), begun.cookie);
  expect([path, search.get("return")]).toEqual(["/sign-in", "/calls?status=ended"]);
  expect(jar[0]).toMatch(/^\S+\.sso-\S+=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await signedIn(plain, cookie)).toEqual({ name: "mara", email: mara.email, role: "admin" });
  expect(issuer.requests.findLast(({ path }) => path === "/token")?.body.get("redirect_uri")).toBe(
    `${plain.origin}/api/auth/sso/return`,
  );
  expect(await plain.audit("sign-in.sso")).toEqual(["mara | signed in with single sign-on | ok | "]);
});

test("tells a stranger whom to ask, also one with the email address of a member", async () => {
  for (const claims of [inesClaims, { email: mara.email, email_verified: true }]) {
    issuer.answerWith({ claims });
    const { path, fault, cookie } = await plain.enter();
    expect([path, await signedIn(plain, cookie)]).toEqual(["/sign-in", undefined]);
    expect(fault?.message).toMatch(
      /^This account at Fernhill ID has no access here\. There is no open invitation for \S+\. Ask an admin of your team/,
    );
  }
  expect((await plain.audit("sign-in.failed"))[0]).toMatch(/^mara@fernhill.example \| failed to sign in \| refused/);
});

test("connects an open invitation when the provider has verified its email address", async () => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ claims: inesClaims });
  const { cookie } = await plain.enter();
  expect(await signedIn(plain, cookie)).toEqual({ name: ines.name, email: ines.email, role: "support" });
  issuer.answerWith({ claims: { email: "i.vidal@elsewhere.example", email_verified: false } });
  expect(await signedIn(plain, (await plain.enter()).cookie)).toMatchObject({ email: ines.email });
  expect((await plain.audit("sso.accept"))[0]).toBe("Ines Vidal | accepted the invitation with single sign-on | ok | ");
});

test("reads a verified email address from the userinfo", async () => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ userinfo: inesClaims });
  expect(await signedIn(plain, (await plain.enter()).cookie)).toMatchObject({ email: ines.email });
});

test.each<[string, Answers]>([
  ["is not verified", { claims: { email: ines.email, email_verified: false } }],
  ["is verified in words only", { claims: { email: ines.email, email_verified: "true" } }],
  ["has no verification", { claims: { email: ines.email } }],
  ["differs in the userinfo", { claims: inesClaims, userinfo: { email: "other@fernhill.example" } }],
  ["is denied in the userinfo", { claims: inesClaims, userinfo: { email_verified: false } }],
])("does not accept an invitation when its email address %s", async (_what, answers) => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith(answers);
  const { fault, cookie } = await plain.enter();
  expect(fault?.message).toMatch(/no access here/);
  expect(await signedIn(plain, cookie)).toBeUndefined();
});

test("does not accept an invitation that has expired", async () => {
  await plain.run(addMember, ines, admin);
  await plain.database.pool.query("update console.person_link set expires_at = now() - interval '1 minute'");
  issuer.answerWith({ claims: inesClaims });
  expect((await plain.enter()).fault?.message).toMatch(/no access here/);
});

const soon = () => Math.floor(Date.now() / 1_000);

test.each<[string, () => Answers, string]>([
  ["issuer", () => ({ claims: { iss: "https://evil.example" } }), "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
  ["nonce", () => ({ claims: { nonce: "another" } }), "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
  ["missing nonce", () => ({ claims: { nonce: undefined } }), "OAUTH_INVALID_RESPONSE"],
  ["audience", () => ({ claims: { aud: "another" } }), "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
  ["expiry", () => ({ claims: { exp: soon() - 60 } }), "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"],
  ["missing subject", () => ({ claims: { sub: undefined } }), "OAUTH_INVALID_RESPONSE"],
  ["key", () => ({ signature: "other key" }), "OAUTH_INVALID_RESPONSE"],
  ["algorithm", () => ({ signature: "none" }), "OAUTH_UNSUPPORTED_OPERATION"],
  ["subject of the userinfo", () => ({ userinfo: { sub: "subject-2" } }), "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"],
])("refuses a token with a wrong %s", async (_what, answers, code) => {
  await connectMara(plain);
  issuer.answerWith(answers());
  const { path, fault, cookie } = await plain.enter();
  expect([path, fault]).toEqual(["/sign-in", { message: "The answer of Fernhill ID was not accepted.", code }]);
  expect(await signedIn(plain, cookie)).toBeUndefined();
});

test("accepts a token issued some seconds in the future", async () => {
  await connectMara(plain);
  issuer.answerWith({ claims: { iat: soon() + 20, nbf: soon() + 20 } });
  expect(await signedIn(plain, (await plain.enter()).cookie)).toMatchObject({ email: mara.email });
});

test("does not mix up two subjects with one email address", async () => {
  await connectMara(plain);
  const same = { sub: "subject-2", email: mara.email, email_verified: true };
  issuer.answerWith({ claims: same, userinfo: { sub: "subject-2" } });
  const { fault, cookie } = await plain.enter();
  expect([fault?.code, await signedIn(plain, cookie)]).toEqual([null, undefined]);
});

test("finishes sign-ins of two tabs, and none of another browser", async () => {
  await connectMara(plain);
  const first = await plain.start();
  const second = await plain.start(first.cookie);
  const [firstQuery, secondQuery] = [issuer.signIn(first.path), issuer.signIn(second.path)];
  const foreign = await plain.finish(firstQuery, "");
  expect(foreign.fault?.message).toBe(
    `This sign-in has expired, or it began at another address. Start again at ${plain.origin}.`,
  );
  for (const query of [secondQuery, firstQuery])
    expect(await signedIn(plain, (await plain.finish(query, second.cookie)).cookie)).toMatchObject({ role: "admin" });
});

test("keeps the last five sign-ins that a browser began", async () => {
  let cookie = "";
  const ended: string[] = [];
  for (let nth = 0; nth < 7; nth += 1) {
    const { jar } = await plain.start(cookie);
    ended.push(...jar.filter((line) => line.includes("Max-Age=0")));
    const gone = ended.map((line) => line.split("=")[0]);
    const kept = cookie.split("; ").filter((pair) => !gone.includes(pair.split("=")[0] ?? ""));
    cookie = [...kept, cookieOf(jar.slice(0, 1))].filter(Boolean).join("; ");
  }
  expect([ended.length, cookie.split("; ").length]).toEqual([2, 5]);
});

test("limits the starts of an address", async () => {
  const faults = [];
  for (let nth = 0; nth < 11; nth += 1) faults.push((await plain.start()).fault?.message);
  expect(faults.slice(0, 10).filter(Boolean)).toEqual([]);
  expect(faults[10]).toMatch(/^Too many attempts\. Wait/);
});

test("ends the session after eight hours, also one whose password changes", async () => {
  await connectMara(plain);
  const { cookie } = await plain.enter();
  const hours = async () => {
    const { rows } = await plain.database.pool.query(
      "select round(extract(epoch from expires_at - created_at) / 3600) as hours from console.session where sealed_id_token is not null",
    );
    return rows.map((row) => Number(row.hours));
  };
  expect(await hours()).toEqual([8]);
  await plain.database.pool.query("update console.session set expires_at = expires_at - interval '5 hours'");
  const change = { currentPassword: password, newPassword: "wren under the blue gate" };
  const changed = await plain.post("/api/auth/change-password", change, { cookie });
  expect([changed.status, await hours()]).toEqual([200, [3]]);
  const back = { currentPassword: change.newPassword, newPassword: password };
  await plain.post("/api/auth/change-password", back, { cookie: cookieOf(changed.jar) });
});

test("signs out here first, then at the provider with the ID token", async () => {
  await connectMara(plain);
  const { cookie } = await plain.enter();
  const without = await plain.post("/api/auth/sign-out", {}, { cookie });
  expect([without.json.location, await signedIn(plain, cookie)]).toEqual([undefined, undefined]);
  issuer.answerWith({ hasSignOut: true });
  const fresh = await freshSso(issuer);
  await connectMara(fresh);
  const entered = await fresh.enter();
  const { json } = await fresh.post("/api/auth/sign-out", {}, { cookie: entered.cookie });
  const { pathname, searchParams } = new URL(json.location);
  expect([pathname, searchParams.get("post_logout_redirect_uri")]).toEqual(["/sign-out", `${fresh.origin}/sign-in`]);
  expect(searchParams.get("id_token_hint")).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  const { rows } = await fresh.database.pool.query("select * from console.session");
  expect(JSON.stringify(rows)).not.toContain(searchParams.get("id_token_hint"));
});

test("says that the provider does not answer, and asks it again the next time", async () => {
  const fresh = await freshSso(issuer);
  issuer.goDown(true);
  expect((await fresh.enter()).fault?.message).toBe("Fernhill ID did not answer. Try again later.");
  expect((await fresh.signIn(mara.email)).status).toBe(200);
  issuer.goDown(false);
  await connectMara(fresh);
  expect(await signedIn(fresh, (await fresh.enter()).cookie)).toMatchObject({ email: mara.email });
});

test.each(["https://id.fernhill.example", "/"])("names both issuers when they differ (%s)", async (suffix) => {
  const named = suffix === "/" ? `${issuer.settings.issuer}/` : suffix;
  issuer.answerWith({ named });
  const fresh = await freshSso(issuer);
  expect((await fresh.enter()).fault).toEqual({
    message: `Fernhill ID calls itself ${named}, but SWITCHBOARD_OIDC_ISSUER is ${issuer.settings.issuer}. Both must be equal.`,
    code: "issuer_mismatch",
  });
});

test("says so when the provider refuses the sign-in", async () => {
  const { path, cookie } = await plain.start();
  const state = new URL(path).searchParams.get("state") ?? "";
  const { fault } = await plain.finish(new URLSearchParams({ state, error: "access_denied" }), cookie);
  expect(fault).toEqual({ message: "Fernhill ID did not sign you in.", code: "access_denied" });
});

test("refuses a disabled person", async () => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ claims: inesClaims });
  await plain.enter();
  const { id } = await idOf(plain, ines.email);
  await plain.run(changeState, { user_id: id, state: "disabled" }, admin);
  const { fault, cookie } = await plain.enter();
  expect([fault?.message, await signedIn(plain, cookie)]).toEqual([
    "Your account here is disabled. Ask an admin of your team.",
    undefined,
  ]);
});

test("connects one person to one account, from their own session only", async () => {
  const cookie = await connectMara(plain);
  const { jar, ...ask } = { ...(await plain.signIn(mara.email)) };
  expect(ask.status).toBe(200);
  const jon = await plain.join({ name: "Jon", email: "jon@fernhill.example", role: "support" });
  expect((await plain.connect(jon.cookie)).fault?.message).toMatch(/already connected/);
  const begun = await plain.post("/api/auth/sso/connect", {}, { cookie: jon.cookie });
  const moved = `${cookie}; ${cookieOf(begun.jar)}`;
  const { path, fault } = await plain.finish(issuer.signIn(begun.json.location), moved);
  expect([path, fault?.message]).toEqual(["/settings", "You were signed out. Sign in again."]);
  expect(jar.length).toBeGreaterThan(0);
});

test("disconnects a person with a password, and ends their other sessions of the provider", async () => {
  const cookie = await connectMara(plain);
  const { cookie: atProvider } = await plain.enter();
  const person = (await plain.console.personOf(cookie)) ?? expect.fail();
  await plain.run(disconnectSso, {}, person);
  expect([await signedIn(plain, atProvider), (await plain.enter()).fault?.code]).toEqual([undefined, null]);
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ claims: { ...inesClaims, sub: "subject-2" }, userinfo: { sub: "subject-2" } });
  const entered = (await plain.console.personOf((await plain.enter()).cookie)) ?? expect.fail();
  expect(await plain.run(getSso, {}, entered)).toMatchObject({ has_password: false, is_session: true });
  await expect(plain.run(disconnectSso, {}, entered)).rejects.toMatchObject({ code: "not_possible" });
});

test("takes no name from the provider that is no person's in the audit log", async () => {
  await plain.run(addMember, { email: ines.email, role: "support" }, admin);
  issuer.answerWith({ claims: { ...inesClaims, name: "Switchboard" } });
  expect(await signedIn(plain, (await plain.enter()).cookie)).toMatchObject({ name: ines.email });
});

test("sets the highest role of the claim at each sign-in, and refuses another", async () => {
  await mapped.run(addMember, ines, admin);
  issuer.answerWith({ claims: { ...inesClaims, groups: ["desk", "voice-ops", "unrelated"] } });
  const { cookie } = await mapped.enter();
  expect(await signedIn(mapped, cookie)).toMatchObject({ role: "campaign_manager" });
  issuer.answerWith({ userinfo: { groups: "desk" } });
  expect(await signedIn(mapped, (await mapped.enter()).cookie)).toMatchObject({ role: "support" });
  expect(await signedIn(mapped, cookie)).toBeUndefined();
  const { id, role_set_by } = await idOf(mapped, ines.email);
  expect(role_set_by).toBe("Fernhill ID");
  await expect(mapped.run(changeRole, { user_id: id, role: "admin" }, admin)).rejects.toMatchObject({
    message: "The role of Ines Vidal (ines@fernhill.example) is set by Fernhill ID.",
  });
  expect((await mapped.audit("sso.role"))[0]).toMatch(/^Switchboard \| set the role of .* by single sign-on \| ok \| /);
});

test.each<[string, Answers, RegExp]>([
  ["is absent", {}, /^Fernhill ID did not send “groups”, which sets your role\./],
  ["is null", { claims: { groups: null } }, /^Fernhill ID did not send “groups”/],
  ["is empty", { claims: { groups: [] } }, /^Fernhill ID gives you no role in Switchboard\./],
  ["has no mapped value", { claims: { groups: ["cooks"] } }, /^Fernhill ID gives you no role in Switchboard\./],
])("refuses the sign-in and keeps the role when the role claim %s", async (_what, answers, sentence) => {
  await connectMara(mapped);
  issuer.answerWith(answers);
  const { fault, cookie } = await mapped.enter();
  expect(fault?.message).toMatch(sentence);
  expect(await signedIn(mapped, cookie)).toBeUndefined();
  expect(await idOf(mapped, mara.email)).toMatchObject({ role: "admin" });
});

test("never lowers the last admin", async () => {
  await connectMara(mapped);
  issuer.answerWith({ claims: { groups: ["desk"] } });
  expect((await mapped.enter()).fault?.message).toBe("There must be at least one admin.");
  expect(await idOf(mapped, mara.email)).toMatchObject({ role: "admin" });
});
