import { readFile } from "node:fs/promises";
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
] as const)("maps the columns %s by name", async ([header, phone, name]) => {
  const width = header.split(",").length;
  const cells = Array.from({ length: width }, (_, index) => (index === phone ? contact : `Text ${"abc"[index % 3]}`));
  expect((await preview(`${header}\n${cells.join(",")}\n`)).mapping).toEqual({ phone, name });
});

test("guesses columns by their values when the headers are unknown", async () => {
  const result = await preview(`a,b,c\n1,${contact},Ann Lee\n2,${contact},Bo\n`);
  expect(result).toMatchObject({
    mapping: { phone: 1, name: [2] },
    guessed: { phone: true, name: true },
    isCertain: false,
  });
});

test("guesses nothing when two columns are equally likely", async () => {
  const result = await preview(`a,b,c,d\n${contact},${contact},Ann,Lee\n${contact},${contact},Bo,Ray\n`);
  expect(result.mapping).toEqual({ phone: -1, name: [] });
});

test("marks a field as guessed when several columns are possible", async () => {
  const cells = `${contact},${contact},Ann`;
  expect(await preview(`a,b,name\n${cells}\n`)).toMatchObject({ mapping: { phone: -1 }, guessed: { phone: true } });
  expect(await preview("a,b\nx,y\n")).toMatchObject({ mapping: { phone: -1, name: [] }, guessed: { phone: false } });
});

test.for([
  ["Handynummer,Telefon,Name", 0, 1],
  ["Telefon,Mobil,Name", 1, 0],
  ["Phone Number,Mobile Phone Number,Name", 1, 0],
  ["phone,mobile,name", 1, 0],
  ["Home phone,Mobile phone,Name", 1, 0],
  ["Téléphone,Portable,Nom", 1, 0],
  ["Teléfono,Móvil,Nombre", 1, 0],
  ["Telefon 1 - Wert,Telefon 2 - Wert,Name", 0, 1],
  ["phone_number,mobile,name", 0, 1],
  ["Mobile,Fax,Name", 0, undefined],
  ["Mobile,Emergency contact phone,Name", 0, undefined],
] as const)("prefers the mobile column of %s, and proposes the other number", async ([header, phone, fallback]) => {
  const { mapping } = await preview(`${header}\n${contact},${contact},Ann Lee\n`);
  expect({ phone: mapping.phone, fallback: mapping.fallback }).toEqual({ phone, fallback });
});

test("ignores empty columns for the number and the name", async () => {
  const result = await preview(`Phone,Mobile,Contact,Customer\n,${contact},,Ann\n,${contact},,Bo\n`);
  expect(result).toMatchObject({ mapping: { phone: 1, name: [3] } });
});

test("is certain when the columns have the platform's own names", async () => {
  expect(await preview(`phone_number,name,city\n${contact},Ann,Bath\n`)).toMatchObject({
    isCertain: true,
    guessed: { phone: false, name: false },
  });
});

test("marks a header that is repeated", async () => {
  const { columns } = await preview(`phone,name,Phone\n${contact},Ann,${contact}\n`);
  expect(columns.map(({ isRepeated }) => isRepeated)).toEqual([true, false, true]);
});

test.for([
  ["half-a-name-exact.csv", 0, [1, 2]],
  ["half-a-name-en.csv", 2, [0, 1]],
  ["half-a-name-de.csv", 6, [2, 1]],
  ["other-name-owner.csv", 3, [0, 1]],
  ["other-name-source.csv", 3, [0, 1]],
] as const)("joins first and last name of %s and marks them as a guess", async ([file, phone, name]) => {
  const text = await readFile(new URL(`../../testing/contacts/half-names/${file}`, import.meta.url), "utf8");
  expect(await preview(text)).toMatchObject({ mapping: { phone, name }, isCertain: false, guessed: { name: true } });
});

/** Preview of a list with a number, a given name and a family name, and further columns. */
const halves = (header: string, ...more: string[]) => {
  const rows = ["Hedda,Brandt", "Tariq,Osei", "Mia,Holt"].map((row) => [contact, row, ...more].join(","));
  return preview(`${header}\n${rows.join("\n")}\n`);
};

test.for([
  ["phone_number,nombre,apellidos", [1, 2]],
  ["phone_number,nom,prénom", [2, 1]],
  ["phone_number,Nome,Cognome", [1, 2]],
  ["phone_number,nome,sobrenome", [1, 2]],
  ["phone_number,Naam,Achternaam", [1, 2]],
  ["phone_number,Förnamn,Efternamn", [1, 2]],
  ["phone_number,Imię,Nazwisko", [1, 2]],
  ["phone_number,Имя,Фамилия", [1, 2]],
  ["phone_number,姓,名", [1, 2]],
  ["phone_number,Keresztnév,Vezetéknév", [2, 1]],
] as const)("joins the halves of %s in the order of the language", async ([header, name]) => {
  expect(await halves(header)).toMatchObject({ mapping: { name }, isCertain: false });
});

test.for([
  "phone_number,name,customer_surname",
  "phone_number,name,apellido_paterno",
  "phone_number,name,sukunimi (x)",
  "phone_number,name,x",
  "phone_number,name,",
  "phone_number,ad,soyad",
  "phone_number,first name,x",
  "phone_number,x,last name",
  "phone_number,customer,surname",
])("asks for the name of %s when another column may hold the other half", async (header) => {
  expect(await halves(header)).toMatchObject({ mapping: { name: [] }, guessed: { name: true }, isCertain: false });
});

test("asks for the name when more than one column could be one half", async () => {
  const result = await halves("phone_number,first name,last name,given name", "Ada");
  expect(result).toMatchObject({ mapping: { name: [] }, guessed: { name: true } });
});

test("asks for the name when only some of the names hold the other half", async () => {
  const rows = ["Hedda Brandt,Brandt", "Tariq,Osei", "Mia,Holt"].map((row) => `${contact},${row}`);
  const result = await preview(`phone_number,name,surname\n${rows.join("\n")}\n`);
  expect(result).toMatchObject({ mapping: { name: [] }, isCertain: false });
});

test("asks for the name when it begins with the last name beside it, without a blank", async () => {
  const result = await preview(`phone_number,姓名,姓\n${contact},山田太郎,山田\n${contact},佐藤花子,佐藤\n`);
  expect(result).toMatchObject({ mapping: { name: [] } });
});

test("takes the name alone, as a guess, when it holds the surname beside it", async () => {
  const result = await preview(`phone_number,name,surname\n${contact},Hedda Brandt,Brandt\n`);
  expect(result).toMatchObject({ mapping: { name: [1] }, guessed: { name: true }, isCertain: false });
});

test("takes the name alone when the columns of first and last name are empty", async () => {
  const result = await preview(`phone_number,name,first name,last name\n${contact},Hedda Brandt,,\n`);
  expect(result).toMatchObject({ mapping: { name: [1] }, isCertain: false });
});

test.for(["city", "Company", "source", "E-Mail", "Ort"])(
  "asks nothing about single names beside %s",
  async (header) => {
    const result = await halves(`phone_number,name,${header}`);
    expect(result).toMatchObject({ mapping: { name: [1] }, isCertain: true });
  },
);

test("asks nothing about single names beside a column of a few repeated words", async () => {
  const rows = Array.from({ length: 40 }, (_, index) => `${contact},Hedda,${index % 2 ? "Yes" : "No"}`);
  expect(await preview(`phone_number,name,x\n${rows.join("\n")}\n`)).toMatchObject({ isCertain: true });
});
