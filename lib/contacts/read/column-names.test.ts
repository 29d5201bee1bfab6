import { expect, test } from "vitest";
import { createContactEngine } from "@/lib/contacts/create-engine";

async function preview(text: string) {
  const opened = await createContactEngine().open(new File([text], "list.csv"), () => undefined);
  if (opened.kind === "refused") throw new Error(opened.refusal.sentence);
  return opened.preview;
}

const contact = "+447911010001";

test.for([
  ["phone_number,name", 0, [1]],
  ["name,phone_number", 1, [0]],
  ["Phone Number,Full Name", 0, [1]],
  [" MSISDN , Customer-Name ", 0, [1]],
  ["\ufeffE.164,Contact", 0, [1]],
  ["Telefon,Name,Ort", 0, [1]],
  ["id,mobile,first name,last name", 1, [2, 3]],
  ["last_name,first_name,tel.", 2, [1, 0]],
  ["phone_number,mobile,name", 0, [2]],
  ["mobile,phone,name", -1, [2]],
  ["name,full name,phone", 2, [0]],
] as const)("the columns %s are joined by name", async ([header, phone, name]) => {
  const width = header.split(",").length;
  const cells = Array.from({ length: width }, (_, at) => (at === phone ? contact : `Text ${"abc"[at % 3]}`));
  expect((await preview(`${header}\n${cells.join(",")}\n`)).mapping).toEqual({ phone, name });
});

test("columns that no name tells are joined by what they hold, and marked as guessed", async () => {
  const found = await preview(`a,b,c\n1,${contact},Ann Lee\n2,${contact},Bo\n`);
  expect(found).toMatchObject({
    mapping: { phone: 1, name: [2] },
    guessed: { phone: true, name: true },
    isCertain: false,
  });
});

test("nothing is guessed where two columns could be it", async () => {
  const found = await preview(`a,b,c,d\n${contact},${contact},Ann,Lee\n${contact},${contact},Bo,Ray\n`);
  expect(found.mapping).toEqual({ phone: -1, name: [] });
});

test("where more than one column could be it, that is said", async () => {
  const cells = `${contact},${contact},Ann`;
  expect(await preview(`Handynummer,Telefon,Name\n${cells}\n`)).toMatchObject({ mapping: { phone: 1 } });
  expect(await preview(`phone,mobile,name\n${cells}\n`)).toMatchObject({
    mapping: { phone: -1 },
    guessed: { phone: true },
  });
  expect(await preview(`a,b,name\n${cells}\n`)).toMatchObject({ mapping: { phone: -1 }, guessed: { phone: true } });
  expect(await preview("a,b\nx,y\n")).toMatchObject({ mapping: { phone: -1, name: [] }, guessed: { phone: false } });
});

test("a column with nothing in it does not compete for the number or the name", async () => {
  const found = await preview(`Phone,Mobile,Contact,Customer\n,${contact},,Ann\n,${contact},,Bo\n`);
  expect(found).toMatchObject({ mapping: { phone: 1, name: [3] } });
});

test("the platform's own names leave nothing to ask", async () => {
  expect(await preview(`phone_number,name,city\n${contact},Ann,Bath\n`)).toMatchObject({
    isCertain: true,
    guessed: { phone: false, name: false },
  });
});

test("a header that comes twice is shown as such", async () => {
  const { columns } = await preview(`phone,name,Phone\n${contact},Ann,${contact}\n`);
  expect(columns.map(({ isRepeated }) => isRepeated)).toEqual([true, false, true]);
});
