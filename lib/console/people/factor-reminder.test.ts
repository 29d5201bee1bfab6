import { expect, test } from "vitest";
import { saveRequirement } from "@/lib/auth/second-factor";
import { listTeam, remindFactorOf } from "@/lib/contract/console/people/team";
import type { OutputOf } from "@/lib/contract/operation";
import { identityTable } from "@/lib/db/console/tables/people";
import { freshLinks, ines } from "@/lib/testing/auth";
import { personWith } from "@/lib/testing/console";

const { one, other, mails, mailer, ask } = await freshLinks();
const { database, join, origin } = one;

const requireOf = (of: "nobody" | "admins" | "everyone") => saveRequirement(database.db, { of, by: "Mara" });
const lacking = async () =>
  (await ask(listTeam, {})).data.filter((member) => member.lacks_second_factor).map(({ name }) => name);

test("names who has not set up a required second factor, but nobody who signs in at the provider", async () => {
  const jon = await join({ ...ines, name: "Jon", email: "jon@fernhill.example" });
  expect(await lacking()).toEqual([]);
  await requireOf("admins");
  expect(await lacking()).not.toContain("Jon");
  await requireOf("everyone");
  expect(await lacking()).toContain("Jon");
  await database.db
    .insert(identityTable)
    .values({ issuer: "https://login.example", subject: "s", userId: jon.id, createdAt: new Date() });
  await expect(ask(remindFactorOf, { user_id: jon.id })).rejects.toThrow("Jon has no second factor to set up.");
});

test("mails a reminder that says who asks, once an hour", async () => {
  await requireOf("everyone");
  const jon = await join({ ...ines, name: "Jon", email: "jon@fernhill.example" });
  mails.length = 0;
  const { mailed, message, text } = await ask(remindFactorOf, { user_id: jon.id });
  expect([mailed, message]).toEqual([true, "Jon was reminded by email at jon@fernhill.example."]);
  expect(mails).toMatchObject([{ to: jon.email, subject: "Set up your second factor for Switchboard", text }]);
  expect(text).toContain("Jon, admin asks you to set up your second factor");
  expect(text).toContain(`${origin}/sign-in`);
  await expect(ask(remindFactorOf, { user_id: jon.id })).rejects.toThrow("Jon was reminded within the last hour.");
  expect(mails).toHaveLength(1);
});

test("returns a text to send when mail fails or is off", async () => {
  await requireOf("everyone");
  const jon = await join({ ...ines, name: "Jon", email: "jon@fernhill.example" });
  mailer.fails = true;
  expect(await ask(remindFactorOf, { user_id: jon.id })).toMatchObject({ mailed: false });
  const again = (await other.run(remindFactorOf, { user_id: jon.id }, personWith("admin"))) as OutputOf<
    typeof remindFactorOf
  >;
  expect(again).toMatchObject({
    mailed: null,
    message: "The text of a reminder for Jon was shown, to be sent by hand.",
  });
  expect(again.text).toContain("/sign-in");
});

test("reminds nobody of whom none is required", async () => {
  await requireOf("nobody");
  const jon = await join({ ...ines, name: "Jon", email: "jon@fernhill.example" });
  await expect(ask(remindFactorOf, { user_id: jon.id })).rejects.toMatchObject({ code: "not_possible" });
});
