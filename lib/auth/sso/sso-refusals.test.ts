import { afterAll, beforeEach, expect, test } from "vitest";
import { addMember } from "@/lib/contract/console/people/team";
import type { Role } from "@/lib/contract/operation";
import { mara, personWith } from "@/lib/testing/console";
import { type Answers, startIssuer } from "@/lib/testing/sso/issuer";
import { freshSso } from "@/lib/testing/sso/sso-console";

const issuer = await startIssuer();
const plain = await freshSso(issuer);
const byValue = new Map<string, Role>([["g-admin", "admin"]]);
const mapped = await freshSso(issuer, { roles: { claim: "groups", byValue } });
const admin = personWith("admin");
const ines = { name: "Ines Vidal", email: "ines@fernhill.example", role: "support" as Role };
const inesClaims = { email: ines.email, email_verified: true };

afterAll(() => issuer.close());
beforeEach(() => issuer.answerWith({}));

const noAccess = "This account at Fernhill ID has no access here.";
const otherWay =
  "If you have an invitation link, you can also choose a password there and connect Fernhill ID in Settings.";
const unverified = `Fernhill ID does not say that ines@fernhill.example is verified. If you were invited, ask whoever runs Fernhill ID to send “email_verified” as true.`;
const openInvitation = "An invitation to this address is open.";

const refusals: [string, Answers, { told: string; recorded: string }][] = [
  [
    "says so in words only",
    { claims: { email: ines.email, email_verified: "true" } },
    { told: unverified, recorded: `“email_verified” is the text “true”. ${openInvitation}` },
  ],
  [
    "denies it",
    { claims: { email: ines.email, email_verified: false } },
    { told: unverified, recorded: `“email_verified” is false. ${openInvitation}` },
  ],
  [
    "does not say it",
    { claims: { email: ines.email } },
    { told: unverified, recorded: `“email_verified” is missing. ${openInvitation}` },
  ],
  [
    "contradicts itself",
    { claims: inesClaims, userinfo: { email: "other@fernhill.example" } },
    {
      told: "Fernhill ID sent two different descriptions of your email address. If you were invited, ask whoever runs Fernhill ID to send one.",
      recorded: `The ID token and the userinfo differ in “email” or “email_verified”. ${openInvitation}`,
    },
  ],
];

test.each(refusals)(
  "tells an invited person and an admin what is missing when the provider %s",
  async (_how, answers, { told, recorded }) => {
    await plain.run(addMember, ines, admin);
    issuer.answerWith(answers);
    const { fault, cookie } = await plain.enter();
    expect(fault).toEqual({ message: `${noAccess} ${told} ${otherWay}`, code: null });
    expect(await plain.console.personOf(cookie)).toBeUndefined();
    expect((await plain.audit("sign-in.failed"))[0]).toBe(
      `ines@fernhill.example | failed to sign in | refused | Fernhill ID: ${recorded} Account “subject-1”.`,
    );
  },
);

test("names the account in the audit log when the provider sends no email address", async () => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ claims: { name: "Ines Vidal" } });
  expect((await plain.enter()).fault?.message).toBe(
    `${noAccess} Fernhill ID sent no email address. If you were invited, ask whoever runs Fernhill ID to send “email” and “email_verified”. ${otherWay}`,
  );
  expect((await plain.audit("sign-in.failed"))[0]).toBe(
    "Somebody not signed in | failed to sign in | refused | Fernhill ID: “email” is missing. Account “subject-1” of “Ines Vidal”.",
  );
});

test.each<[string, string, string]>([
  ["another address", "i.vidal@elsewhere.example", "Nobody of the team has this address."],
  ["the address of a member", mara.email, "A person of the team has this address and has not connected Fernhill ID."],
])("says that no invitation is open when the provider sends %s", async (_what, email, recorded) => {
  await plain.run(addMember, ines, admin);
  issuer.answerWith({ claims: { email, email_verified: true } });
  expect((await plain.enter()).fault?.message).toBe(
    `${noAccess} There is no open invitation for ${email}. Ask an admin of your team to invite this address. If you have a password, sign in with it and connect Fernhill ID in Settings.`,
  );
  expect((await plain.audit("sign-in.failed"))[0]).toBe(
    `${email} | failed to sign in | refused | Fernhill ID: The address is verified. ${recorded} Account “subject-1”.`,
  );
});

test("records that an invitation has expired, and does not tell strangers", async () => {
  await plain.run(addMember, ines, admin);
  await plain.database.pool.query("update console.person_link set expires_at = now() - interval '1 minute'");
  issuer.answerWith({ claims: inesClaims });
  expect((await plain.enter()).fault?.message).toContain(`There is no open invitation for ${ines.email}.`);
  expect((await plain.audit("sign-in.failed"))[0]).toContain("The invitation to this address has expired.");
});

test("reveals nothing of invitations to somebody whose address is not verified", async () => {
  issuer.answerWith({ claims: { email: ines.email } });
  const before = (await plain.enter()).fault;
  await plain.run(addMember, ines, admin);
  expect((await plain.enter()).fault).toEqual(before);
});

test("offers no password while only single sign-on is allowed", async () => {
  await plain.database.pool.query(
    "insert into console.collector_setting (name, value, set_by, set_at) values ('single sign-on only', 'true', 'test', now())",
  );
  for (const claims of [{}, { email: ines.email }, inesClaims]) {
    issuer.answerWith({ claims });
    expect((await plain.enter()).fault?.message).not.toMatch(/password/);
  }
});

test.each<[string, unknown]>([
  ["a nested list", [["g-admin"]]],
  ["an object", [{ toString: "g-admin" }]],
  ["a number", 7],
])("gives no role for %s in the claim, and records what came", async (_what, groups) => {
  await mapped.run(addMember, ines, admin);
  issuer.answerWith({ claims: { ...inesClaims, groups } });
  const { fault, cookie } = await mapped.enter();
  expect(fault?.message).toBe("Fernhill ID gives you no role in Switchboard. Ask an admin of your team.");
  expect(await mapped.console.personOf(cookie)).toBeUndefined();
  expect((await mapped.audit("sign-in.failed"))[0]).toBe(
    `ines@fernhill.example | failed to sign in | refused | Fernhill ID: “groups” gives no role. It is ${JSON.stringify(groups)}.`,
  );
});

const refusedBy = async (answer: Record<string, string>) => {
  const { path, cookie } = await plain.start();
  const state = new URL(path).searchParams.get("state") ?? "";
  return (await plain.finish(new URLSearchParams({ state, ...answer }), cookie)).fault;
};

test("shows the provider's own sentence, and records it", async () => {
  const error_description = "Please verify your email before logging in.";
  expect(await refusedBy({ error: "access_denied", error_description })).toEqual({
    message: `Fernhill ID did not sign you in: “${error_description}”`,
    code: "access_denied",
  });
  expect((await plain.audit("sign-in.failed"))[0]).toContain(
    `Fernhill ID did not sign you in: “${error_description}” (access_denied)`,
  );
});

test("records who it was when the provider refuses to connect a signed-in person", async () => {
  const { cookie } = await plain.join(ines);
  issuer.answerWith({ refusal: { error: "invalid_client" } });
  expect((await plain.connect(cookie)).path).toBe("/settings");
  expect((await plain.audit("sign-in.failed"))[0]).toMatch(/^ines@fernhill\.example \| failed to sign in/);
});

test("shows the provider's sentence when it refuses the code", async () => {
  issuer.answerWith({ refusal: { error: "invalid_client", error_description: "The secret has expired." } });
  expect((await plain.enter()).fault).toEqual({
    message: "Fernhill ID refused Switchboard’s request: “The secret has expired.”",
    code: "invalid_client",
  });
});

test("shortens a long sentence of the provider, and shows its control characters", async () => {
  const error_description = `Line one\n\u202Eline two ${"word ".repeat(400)}`;
  const { message = "" } = (await refusedBy({ error: "access_denied", error_description })) ?? {};
  expect(message).toMatch(/^Fernhill ID did not sign you in: “Line one \[U\+202E\]line two word .*…”$/);
  expect(message.length).toBeLessThan(360);
});

test("uses a returned state once, also when the provider accepts its code again", async () => {
  await plain.connect((await plain.join({ ...ines, role: "admin" })).cookie);
  const begun = await plain.start();
  const query = issuer.signIn(begun.path);
  const first = await plain.finish(query, begun.cookie);
  expect(first.fault).toBeUndefined();
  const second = await plain.finish(query, begun.cookie);
  expect(second.fault?.message).toBe(`This sign-in was already used. Start again at ${plain.origin}.`);
  expect(await plain.console.personOf(second.cookie.replace(begun.cookie, ""))).toBeUndefined();
});

test("lets one of two returns with one state in at the same time", async () => {
  await plain.connect((await plain.join(ines)).cookie);
  const begun = await plain.start();
  const query = issuer.signIn(begun.path);
  const returns = await Promise.all([plain.finish(query, begun.cookie), plain.finish(query, begun.cookie)]);
  expect(returns.filter(({ fault }) => fault === undefined)).toHaveLength(1);
});

test.each([
  [4, true],
  [6, false],
])("signs in with a token issued %d min in the future: %s", async (minutes, isAccepted) => {
  await plain.connect((await plain.join(ines)).cookie);
  const iat = Math.floor(Date.now() / 1_000) + minutes * 60;
  issuer.answerWith({ claims: { iat, exp: iat + 300 } });
  const { fault } = await plain.enter();
  expect(fault).toEqual(
    isAccepted
      ? undefined
      : {
          message: "Fernhill ID signs with a time in the future. Its clock or Switchboard’s is wrong.",
          code: "iat_in_the_future",
        },
  );
});
