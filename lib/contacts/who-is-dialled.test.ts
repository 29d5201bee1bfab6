import { expect, test } from "vitest";
import type { Rules } from "@/lib/contacts/plan";
import { keptAnyway, suggested } from "@/lib/contacts/row-status/row-status";
import { checkedText, number, viewsOf } from "@/lib/testing/contacts/checked-file";

const statusesOf = async (lines: readonly string[], rules: Partial<Rules> = {}) => {
  const views = await viewsOf(await checkedText(`${lines.join("\n")}\n`, { rules }));
  return views.map(({ rowStatus, sent, suggestion }) =>
    [rowStatus, sent?.phone, suggestion && `(${suggestion})`].filter(Boolean).join(" "),
  );
};

test("reads each row in its own country, whatever country was chosen", async () => {
  const lines = ["phone,name,country", "07911123458,A,GB", "07911123459,B,GB", "2025550143,C,GB", "2025550143,D,US"];
  for (const country of [null, "GB", "US", "DE"])
    expect(await statusesOf(lines, { country })).toEqual([
      "tidied +447911123458",
      "tidied +447911123459",
      "invalid",
      "tidied +12025550143",
    ]);
});

test.for([
  ["GB", "US"],
  ["gbr", "usa"],
  ["UK", "U.S.A."],
  ["United Kingdom", "United States"],
  ["Vereinigtes Königreich", "Vereinigte Staaten"],
  ["Royaume-Uni", "États-Unis"],
  ["44", "1"],
  ["Great Britain (UK)", "USA - California"],
  ["GB-ENG", "Vereinigte Staaten von Amerika"],
  ["Großbritannien", "États-Unis d'Amérique"],
  ["England", "США"],
  ["+44", "001"],
])("understands the country of a row as %s and %s", async ([one, other]) => {
  const lines = ["phone;name;Country/Region", `020 7946 0043;A;${one}`, `202 555 0143;B;${other}`];
  expect(await statusesOf(lines, { country: "DE" })).toEqual(["tidied +442079460043", "tidied +12025550143"]);
});

test.for(["Mailing Country", "Land", "Pays", "País", "Nazione", "Kraj", "phone_code", "Ländervorwahl", "국가"])(
  "finds the country in a column called %s",
  async (header) => {
    const lines = [`phone;name;${header}`, "020 7946 0043;A;44", "202 555 0143;B;1"];
    expect(await statusesOf(lines, { country: "DE" })).toEqual(["tidied +442079460043", "tidied +12025550143"]);
  },
);

test("finds the country column beside unknown and misspelled countries, and takes a sign for none", async () => {
  const lines = [
    "phone;name;Land",
    "030 23125011;A;D",
    "01 5880012;B;A",
    "030 23125013;C;unbekannt",
    "030 23125014;D;-",
    "030 23125015;E;Doitschland",
    "030 23125016;F;IN - Indiana",
    "044 668 18 07;G;Schweiz/Suisse",
  ];
  expect(await statusesOf(lines, { country: "DE" })).toEqual([
    "tidied +493023125011",
    "tidied +4315880012",
    "tidied +493023125013",
    "tidied +493023125014",
    "other_country",
    "other_country",
    "tidied +41446681807",
  ]);
});

test("holds a row when its number belongs to another country than the row says", async () => {
  const lines = [
    "phone,name,country",
    "+447911123458,A,US",
    "+12025550143,B,US",
    "+14165550143,C,US",
    "0171 5222049,D,",
  ];
  expect(await statusesOf(lines, { country: "DE" })).toEqual([
    "other_country",
    "ok +12025550143",
    "ok +14165550143",
    "tidied +491715222049",
  ]);
  const kept = await statusesOf(lines, { country: "DE", usesSuggestions: ["other_country"] });
  expect(kept[0]).toBe("kept +447911123458");
});

test("holds a row without a country code when the country it names is unknown", async () => {
  const rows = ["DE", "DE", "DE", "DE", "Narnia"].map((country, index) => `030 2312501${index},N,${country}`);
  const statuses = await statusesOf(["phone,name,country", ...rows], { country: "DE" });
  expect(statuses.at(-1)).toBe("other_country");
  const unchosen = await statusesOf(["phone,name,country", ...rows]);
  expect(unchosen.map((status) => status.split(" ")[0])).toEqual([
    ...rows.slice(1).map(() => "tidied"),
    "other_country",
  ]);
});

test("asks for a country only for the rows that name none, and counts those that do", async () => {
  const lines = ["phone,name,Country/Region", "07911123458,A,United Kingdom", "2025550143,B,USA", "030 23125011,C,"];
  const { report } = await checkedText(`${lines.join("\n")}\n`);
  expect(report.origins).toMatchObject({
    named: [
      { country: "GB", count: 1 },
      { country: "US", count: 1 },
    ],
    uncoded: 1,
    examples: ["030 23125011"],
  });
  expect(report.counts).toMatchObject({ sent: 2, toFix: 1 });
});

const american = ["(702) 596-0919,A", "7735672281,B", "1-702-710-3715,C", "415-555-0132,D"];

test("sends no North American number as a number of the chosen country", async () => {
  for (const country of ["DE", "AT", "GB", "IN", "IT", "BR", "MX"]) {
    const statuses = await statusesOf(["phone,name", ...american], { country, usesSuggestions: suggested });
    expect([
      country,
      statuses.filter((status) => !/^(?:ten_digits|invalid|(?:ambiguous|tidied) \+1\d{10})$/.test(status)),
    ]).toEqual([country, []]);
  }
  expect(await statusesOf(["phone,name", ...american], { country: "US" })).toEqual([
    "tidied +17025960919",
    "tidied +17735672281",
    "tidied +17027103715",
    "tidied +14155550132",
  ]);
});

test("suggests the 0 that a spreadsheet took away when other numbers of the column have it", async () => {
  const lines = ["phone,name", "0171 5222040,A", "1715222041,B", "1715222042,C", "1715222043,D"];
  const taken = ["no_trunk (+491715222041)", "no_trunk (+491715222042)", "no_trunk (+491715222043)"];
  expect(await statusesOf(lines, { country: "DE" })).toEqual(["tidied +491715222040", ...taken]);
  const throughout = lines.filter((line) => !line.startsWith("0"));
  expect(await statusesOf(throughout, { country: "DE" })).toEqual(["ten_digits", "ten_digits", "ten_digits"]);
});

test("leaves invalid and premium numbers out, alike in every spelling, until a person keeps them", async () => {
  const lines = [
    "phone,name",
    "07525 57200,A",
    "+44 7525 57200,B",
    "0909 8790123,C",
    "+449098790124,D",
    `${number(1)},E`,
  ];
  const leftOut = ["invalid", "invalid", "premium", "premium", `ok ${number(1)}`];
  expect(await statusesOf(lines, { country: "GB" })).toEqual(leftOut);
  expect(await statusesOf(lines, { country: "GB", usesSuggestions: suggested })).toEqual(leftOut);
  expect(await statusesOf(lines, { country: "GB", usesSuggestions: keptAnyway })).toEqual([
    "kept +44752557200",
    "duplicate",
    "kept +449098790123",
    "kept +449098790124",
    `ok ${number(1)}`,
  ]);
});

test.for(["Vorwahl", "Ortsvorwahl", "area code", "Prefix", "DDD", "STD code", "indicatif", "Kengetal", "Předvolba"])(
  "suggests the area code of a column called %s in front of the number",
  async (header) => {
    const lines = [`Vorname;Nachname;${header};Telefon`, "Hedda;Brandt;030;23125011", "Mira;Holt;0221;4710013"];
    const expected = ["area_code (+493023125011)", "area_code (+492214710013)"];
    expect(await statusesOf(lines, { country: "DE" })).toEqual(expected);
    expect(await statusesOf(lines, { country: "DE", usesSuggestions: ["area_code"] })).toEqual([
      "tidied +493023125011",
      "tidied +492214710013",
    ]);
  },
);

test("takes no column of titles for area codes, and no ID for a country", async () => {
  const lines = ["Prefix,phone_number,name,country_id", "Mr,020 7946 0043,Ann Lee,1", "Ms,020 7946 0044,Bo Cole,49"];
  expect(await statusesOf(lines, { country: "GB" })).toEqual(["tidied +442079460043", "tidied +442079460044"]);
});
