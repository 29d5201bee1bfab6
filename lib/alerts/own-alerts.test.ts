import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOwnAlerts, type OwnAlertRule, setAlertRule } from "@/lib/contract/console/alert-settings";
import type { AlertChoices } from "@/lib/contract/inputs/preferences";
import { saveMasking } from "@/lib/db/console/number-masking";
import { alertMessageTable } from "@/lib/db/console/tables/alerts";
import { userTable } from "@/lib/db/console/tables/people";
import { freshAlerts } from "@/lib/testing/alerts";
import { isNotified } from "./own-alerts";

const { arrived, ask, db, raise, recover, sendDue, sent, states } = await freshAlerts();

const choose = (role: string, alerts: AlertChoices) =>
  db
    .update(userTable)
    .set({ preferences: { alerts } })
    .where(eq(userTable.id, `${role}-id`));
const mailed = () => arrived.mails.map(({ to }) => to.split("@")[0]).toSorted();

test("mails a person who chose a rule of another audience, but only within the role", async () => {
  await choose("support", { credential_sync: { email: true }, disk_low: { email: true } });
  await choose("campaign_manager", { credential_sync: { email: true } });
  await raise("credential_sync", "CRM bridge");
  await sendDue();
  expect(mailed()).toEqual(["ines", "mara"]);
  await raise("disk_low", "Switchboard's disk");
  expect((await sent()).filter(({ to }) => to.startsWith("ines"))).toHaveLength(1);
});

test("mails nobody who chose not to be mailed, and keeps the choice when the audience changes", async () => {
  await choose("admin", { deliveries_failing: { email: false } });
  await raise("deliveries_failing", "29 deliveries");
  await ask(setAlertRule, { rule: "deliveries_failing", audience: "admins" });
  await raise("deliveries_failing", "30 deliveries");
  await sendDue();
  expect(mailed()).toEqual(["ines"]);
});

test("leaves out of a waiting message what its recipient no longer wants", async () => {
  await raise("number_suspended", "+4930");
  await raise("deliveries_failing", "29 deliveries");
  await choose("support", { number_suspended: { email: false } });
  await choose("campaign_manager", { number_suspended: { email: false }, deliveries_failing: { email: false } });
  await sendDue();
  expect(arrived.mails.find(({ to }) => to.startsWith("ines"))?.text).not.toContain("+4930");
  expect(mailed()).toEqual(["ines", "mara"]);
  expect(await states()).toContain("dropped 1");
});

test("masks phone numbers in mails to support while they are hidden", async () => {
  await saveMasking(db, { isOn: true, by: "Mara" });
  await raise("number_suspended", "+49301234567");
  await sendDue();
  await saveMasking(db, { isOn: false, by: "Mara" });
  const textTo = (name: string) => arrived.mails.find(({ to }) => to.startsWith(name))?.text;
  expect(textTo("ines")).toMatch(/suspended: \+4930(=E2=80=A2){3}4567/);
  expect(textTo("mara")).toContain("+49301234567");
});

test("does not mail a recovery to a person who turned the rule off after its alert", async () => {
  await raise("number_suspended", "+4930");
  await sendDue();
  await choose("support", { number_suspended: { email: false } });
  await recover("+4930");
  expect((await sent()).filter(({ state }) => state === "waiting").map(({ to }) => to)).not.toContain(
    "ines@fernhill.example",
  );
});

test("follows the audience on a channel without a choice", () => {
  const setting = { rule: "credential_sync", audience: "admins" } as const;
  const choices = { credential_sync: { email: false } };
  expect(isNotified({ setting, role: "admin", choices, channel: "email" })).toBe(false);
  expect(isNotified({ setting, role: "admin", choices, channel: "browser" })).toBe(true);
  expect(isNotified({ setting, role: "support", choices, channel: "browser" })).toBe(false);
});

test("lists the rules of a role with what its audience decides", async () => {
  const { data } = await ask<{ data: OwnAlertRule[] }>(listOwnAlerts);
  expect(data).toContainEqual({ rule: "credential_sync", is_on: true, is_default: true, is_always: false });
  expect(data).toContainEqual({ rule: "record_changed", is_on: false, is_default: false, is_always: false });
});

test("lists sent alerts by the time that they show", async () => {
  await raise("credential_sync", "CRM bridge");
  await raise("number_suspended", "+4930");
  const [first, second] = await sent();
  const sentAt = new Date(Date.now() + 60_000);
  await db
    .update(alertMessageTable)
    .set({ state: "sent", sentAt })
    .where(eq(alertMessageTable.id, second?.id ?? ""));
  const times = (await sent()).map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect((await sent())[0]?.id).toBe(second?.id);
  expect(first?.id).not.toBe(second?.id);
});
