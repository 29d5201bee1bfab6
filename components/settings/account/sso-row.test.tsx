import { expect, test } from "vitest";
import { SsoRule } from "@/components/team/sso-rule";
import { getSso, type Sso } from "@/lib/contract/console/people/sso";
import { pageOf, time } from "@/lib/testing/components/records";
import { SsoRow } from "./sso-row";

const sso: Sso = {
  ...{ provider: "Fernhill ID", connected_since: null, is_session: false, has_password: true, is_only: false },
};
const rowOf = (change: Partial<Sso>, fault?: { message: string; code: string | null }) =>
  pageOf(<SsoRow fault={fault} />, [[getSso, {}, { ...sso, ...change }]]);
const ruleOf = (change: Partial<Sso>) => pageOf(<SsoRule />, [[getSso, {}, { ...sso, ...change }]]);

test("SsoRow offers to connect, or to disconnect while a password is left", () => {
  expect(rowOf({})).toContain("Connect Fernhill ID");
  expect(rowOf({ connected_since: time })).toMatch(/Connected to Fernhill ID since.*Disconnect Fernhill ID/);
  expect(rowOf({ connected_since: time, has_password: false })).not.toContain("Disconnect");
  expect(rowOf({ connected_since: time, is_only: true })).not.toContain("Disconnect");
});

test("SsoRow shows a failed connection with its code behind a press", () => {
  const html = rowOf({}, { message: "Fernhill ID did not sign you in.", code: "access_denied" });
  expect(html).toMatch(/role="alert".*Fernhill ID did not sign you in\..*<details.*access_denied/);
});

test("SsoRule can be switched on only in a session of the provider, and off in any", () => {
  expect(ruleOf({})).toContain('disabled=""');
  expect(ruleOf({})).toContain("To switch it on, sign in with Fernhill ID.");
  expect(ruleOf({ is_session: true })).not.toMatch(/disabled=""|To switch it on/);
  expect(ruleOf({ is_only: true })).not.toMatch(/disabled=""|To switch it on/);
  expect(ruleOf({ provider: null })).not.toContain("Single sign-on only");
});
