import { afterAll, expect, test } from "vitest";
import { addMember } from "@/lib/contract/console/people/team";
import { personWith } from "@/lib/testing/console";
import { startRealProvider } from "@/lib/testing/sso/real-provider";
import { freshSso } from "@/lib/testing/sso/sso-console";

const ines = { name: "Ines Vidal", email: "ines@fernhill.example", email_verified: true, groups: ["desk", "ops"] };
const provider = await startRealProvider({ ines, jon: { email: "jon@fernhill.example", email_verified: false } });
afterAll(() => provider.close());

const roles = {
  claim: "groups",
  byValue: new Map([
    ["ops", "campaign_manager" as const],
    ["desk", "support" as const],
  ]),
};
const tested = await freshSso(provider, { roles });
provider.register(tested.origin);

test("signs in with oidc-provider, which sends email and groups in the userinfo only", async () => {
  await tested.run(addMember, { email: ines.email, role: "support" }, personWith("admin"));
  const first = await tested.enter("", "ines");
  expect(first.fault).toBeUndefined();
  const { name, role } = (await tested.console.personOf(first.cookie)) ?? {};
  expect([name, role]).toEqual(["Ines Vidal", "campaign_manager"]);
  const out = await tested.post("/api/auth/sign-out", {}, { cookie: first.cookie });
  expect(out.json.location).toContain(`${provider.settings.issuer}/session/end?id_token_hint=`);
  expect((await fetch(out.json.location, { redirect: "manual" })).status).toBe(200);
});

test("refuses an account whose email address oidc-provider has not verified", async () => {
  await tested.run(addMember, { email: "jon@fernhill.example", role: "support" }, personWith("admin"));
  expect((await tested.enter("", "jon")).fault?.message).toMatch(/no access here/);
});
