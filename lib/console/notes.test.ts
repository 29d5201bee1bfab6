import { expect, test } from "vitest";
import { addNote, listNotes, removeNote } from "@/lib/contract/console/notes";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { personWith } from "@/lib/testing/console";
import { freshGateway } from "@/lib/testing/fresh-gateway";

const gateway = await freshGateway();

const as = (role: Role, id: string) => {
  const person = { ...personWith(role), id, name: id };
  return <Op extends Operation>(op: Op, input: InputOf<Op>) => gateway.run(op, input, person) as Promise<OutputOf<Op>>;
};
const admin = as("admin", "Mara");
const support = as("support", "Ines");
const manager = as("campaign_manager", "Jonas");

test("shows a note to everyone who may see its record, and to nobody else", async () => {
  const call = { resource: "calls", ref: "call_1" };
  await support(addNote, { ...call, text: " Customer wants a letter. " });
  await admin(addNote, { ...call, text: "Sent." });
  await admin(addNote, { resource: "deliveries", ref: "log_1", text: "Theirs." });
  const seen = await manager(listNotes, call);
  expect(seen.data.map(({ by, text, may_remove }) => [by, text, may_remove])).toEqual([
    ["Mara", "Sent.", false],
    ["Ines", "Customer wants a letter.", false],
  ]);
  expect((await support(listNotes, { resource: "deliveries" })).data).toMatchObject([{ ref: "log_1", by: "Mara" }]);
  const credential = { resource: "credentials", ref: "c1" };
  await admin(addNote, { ...credential, text: "Rotated." });
  for (const [op, input] of [
    [listNotes, credential],
    [addNote, { ...credential, text: "?" }],
  ] as const)
    await expect(manager(op, input as never)).rejects.toMatchObject({ code: "forbidden" });
  await expect(admin(addNote, { ...call, text: " " })).rejects.toThrow("Enter a note.");
});

test("lets the author and admins remove a note", async () => {
  const alert = { resource: "alerts", ref: "alert_1" };
  await support(addNote, { ...alert, text: "Called them." });
  const [note] = (await support(listNotes, alert)).data;
  const removal = { ...alert, note_id: note?.id ?? "" };
  await expect(manager(removeNote, removal)).rejects.toMatchObject({ code: "not_found" });
  await admin(removeNote, removal);
  expect((await support(listNotes, alert)).data).toEqual([]);
});
