import { expect, test } from "vitest";
import { getMe, renameMe } from "@/lib/contract/console/people/me";
import { addMember, listTeam, renameMember } from "@/lib/contract/console/people/team";
import { inputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf } from "@/lib/contract/operation";
import { campaignHoursTable } from "@/lib/db/console/tables/automation";
import { freshConsole, personWith } from "@/lib/testing/console";

const { console, database, join, run } = await freshConsole();
const a = await join({ name: "a", email: "a@fernhill.example", role: "admin" });

const as = (id: string) => ({ ...personWith("admin"), id });
const ask = <Op extends Operation>(op: Op, input: Record<string, unknown>, id = a.id) =>
  run(op, input, as(id)) as Promise<OutputOf<Op>>;

test("changes a person's own name, also for what is still to be done in it", async () => {
  await database.db.insert(campaignHoursTable).values({
    ...{ accountId: "one", campaignId: "c", zone: "UTC", days: [1], from: "09:00", to: "17:00" },
    ...{ personId: a.id, by: "a", setAt: new Date() },
  });
  const { message, name } = await ask(renameMe, { name: " Ada\n Admin " });
  expect([name, message]).toEqual(["Ada Admin", "a is called Ada Admin now."]);
  expect((await ask(getMe, {})).name).toBe("Ada Admin");
  expect((await console.personOf(a.cookie))?.name).toBe("Ada Admin");
  expect((await database.db.select().from(campaignHoursTable)).map(({ by }) => by)).toEqual(["Ada Admin"]);
});

test("refuses a colleague's name to everyone but an admin who corrects it", async () => {
  const sam = await join({ name: "Sam Support", email: "sam@fernhill.example", role: "support" });
  await expect(ask(renameMe, { name: "sam support" })).rejects.toMatchObject({
    code: "not_possible",
    message: "A colleague has this name. Add what tells you apart, or ask an admin.",
  });
  const other = await join({ name: "Other", email: "other@fernhill.example", role: "support" });
  const { message } = await ask(renameMember, { user_id: other.id, name: "Sam Support" });
  expect(message).toBe("Other (other@fernhill.example) is called Sam Support now.");
  const { data } = await ask(listTeam, {});
  expect(data.filter(({ name }) => name === "Sam Support").map(({ id }) => id)).toEqual(
    expect.arrayContaining([sam.id, other.id]),
  );
});

test.each(["Switchboard", "npm run restore", "Token CRM of Ada Admin", "Scheduled by Ada", "Somebody not signed in"])(
  "refuses the name %s, which is no person's in the audit log",
  async (name) => {
    for (const [op, input] of [
      [renameMe, { name }],
      [renameMember, { user_id: "u", name }],
      [addMember, { name, email: "x@fernhill.example", role: "support" }],
    ] as const)
      expect(inputOf(op).safeParse(input).error?.issues[0]?.message).toBe(
        "Switchboard uses this name itself. Enter your own.",
      );
  },
);

test("refuses an empty name and an invisible one", () => {
  for (const name of ["", "  ", "\u200b"]) expect(inputOf(renameMe).safeParse({ name }).success).toBe(false);
});
