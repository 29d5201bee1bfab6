import { expect, test } from "vitest";
import { allowsCalls, consentMeaning, findConsentColumns, valueKey } from "./consent-columns";

const column = (name: string) => ({ name, samples: [], isRepeated: false });

const meaningOf = (header: string, ...values: string[]) =>
  findConsentColumns(
    ["phone_number", "name", header].map(column),
    values.map((value) => ["+447911012345", "Ann", value]),
    { mapping: { phone: 0, name: [1] }, numberColumns: [], fileName: "list.csv" },
  )[0]?.meaning;

test.each([
  "Do Not Call",
  "do_not_call",
  "DoNotCall__c",
  "IsDoNotCall",
  "Do not contact",
  "DND",
  "dnd_call",
  "Opt-out",
  "Phone Opt Out",
  "Unsubscribed",
  "Blocked",
  "Werbesperre",
  "Nicht anrufen",
  "Gesperrt",
  "Ne Pas Appeler",
  "No Llamar",
  "Non chiamare",
  "Não Ligar",
  "Niet Bellen",
  "Nie Dzwoń",
  "Ring inte",
  "Arama Yapma",
  "Telefon ile aranmayacak",
  "Ring ikke",
  "Ønsker ikke opkald",
  "Nevolat",
  "Ne zvati",
  "Neskambinti",
  "Verstorben",
  "Décédé",
])("findConsentColumns reads a yes under %s as a no", (header) => {
  expect(meaningOf(header, "yes", "no")).toBe("block");
});

test.each([
  "Consent",
  "Call consent",
  "opt_in",
  "Opt-in",
  "Marketing consent",
  "May call",
  "Einwilligung",
  "Consentement",
  "Consentimiento",
  "Consenso",
  "Consentimento",
  "Toestemming",
  "Zgoda",
  "Samtycke",
  "Samtykke",
  "Souhlas",
  "İzin",
  "Açık rıza",
])("findConsentColumns reads a yes under %s as a yes", (header) => {
  expect(meaningOf(header, "yes", "no")).toBe("permission");
});

test.each(["Status", "Lead status", "Marketing contact status", "Subscription status", "Statut", "Durum"])(
  "findConsentColumns asks about %s",
  (header) => expect(meaningOf(header, "new")).toBe("status"),
);

test.each([
  "Email Opt Out",
  "Fax Opt Out",
  "SMS Consent",
  "Accepts Email Marketing",
  "Accepts WhatsApp Marketing",
  "Unsubscribed from all email",
  "Opted out of email: Marketing Information",
  "Do not text",
  "Önskar ej utskick",
  "Fravælg e-mail",
  "OPTIN_TIME",
  "Consent date",
  "City",
  "Block",
  "Option",
  "Marital status",
  "Newsletter",
])("findConsentColumns does not propose %s as a call consent", (header) => {
  expect(meaningOf(header, "yes", "no")).toBeUndefined();
});

test("findConsentColumns knows a column by values that say no", () => {
  expect(meaningOf("Member", "Subscribed", "Unsubscribed")).toBe("status");
  expect(meaningOf("Bemerkung", "", "nicht anrufen")).toBeUndefined();
  expect(meaningOf("Segment", "Subscribed", "VIP")).toBeUndefined();
  expect(meaningOf("Email status", "Unsubscribed")).toBeUndefined();
});

test("findConsentColumns leaves out the mapped columns", () => {
  const columns = ["phone_number", "Verstorben"].map(column);
  expect(
    findConsentColumns(columns, [], { mapping: { phone: 0, name: [1] }, numberColumns: [], fileName: "" }),
  ).toEqual([]);
});

test("allowsCalls takes only a clear value for a yes", () => {
  const allowed = (meaning: "block" | "permission" | "status", ...values: string[]) =>
    values.filter((value) => allowsCalls(meaning, value));
  expect(allowed("block", "yes", "No", "FALSE", "0", "", "active", "inactive", "permanent", "nein", "x", "?")).toEqual([
    "No",
    "FALSE",
    "0",
    "inactive",
    "nein",
  ]);
  expect(allowed("permission", "Yes", "ja", "1", "SUBSCRIBED", "Unsubscribed", "never subscribed", "no", "")).toEqual([
    "Yes",
    "ja",
    "1",
    "SUBSCRIBED",
  ]);
  expect(allowed("status", "yes", "subscribed", "active", "")).toEqual([]);
});

test("valueKey ignores case and the space around a value", () => {
  expect(["Yes", " YES ", "ｙｅｓ", "\u00a0yes"].map(valueKey)).toEqual(["yes", "yes", "yes", "yes"]);
});

test.each([
  ["TPS", "x", ""],
  ["Washed", "R", ""],
  ["Washed status", "N", "Y", "Registered"],
  ["DNCR result", "Y", "N"],
  ["Bloctel", "1", "0"],
  ["Registered", "Yes", "No"],
  ["Col7", "Match", "No match"],
  ["Col7", "N", "Y", "Registered"],
])("findConsentColumns asks what a register means by %s: %s", (header, ...values) => {
  expect(meaningOf(header, ...values)).toBe("register");
  expect(allowsCalls("register", "N")).toBe(false);
});

test.each([
  ["Col7", "Y", "N"],
  ["VIP", "yes", "no"],
  ["Registration date", "2026-01-02", "2026-01-03"],
  ["Screening result", "OK", "TPS"],
  ["TPS date", "2026-01-02"],
])("findConsentColumns asks nothing about %s: %s", (header, ...values) => {
  expect(meaningOf(header, ...values)).toBeUndefined();
});

test("findConsentColumns asks about bare answers when the file's name names a register", () => {
  const columns = ["phone_number", "name", "Flag"].map(column);
  const rows = ["Y", "", "N"].map((value) => ["+447911012345", "Ann", value]);
  const meanings = (fileName: string) =>
    findConsentColumns(columns, rows, { mapping: { phone: 0, name: [1] }, numberColumns: [0], fileName });
  expect(meanings("customers_washed_2026.csv")).toEqual([{ column: 2, meaning: "register" }]);
  expect(meanings("customers 2026.csv")).toEqual([]);
});

test.each([
  "Date of death",
  "Death date",
  "Sterbedatum",
  "Todestag",
  "Verstorben am",
  "Date de décès",
  "Fecha de defunción",
  "Data di morte",
  "Data decesso",
  "Data do óbito",
  "Overlijdensdatum",
  "Data zgonu",
  "Dødsdato",
  "Dödsdatum",
  "Datum úmrtí",
  "Ölüm tarihi",
  "Litigator",
  "Litigator flag",
])("asks about a column called %s", (header) => expect(consentMeaning(header)).toBe("block"));

test.each([
  "Telefonwerbung",
  "Werbung erlaubt",
  "Anruf erwünscht",
  "Callable",
  "OK to phone",
  "Phone marketing",
  "Démarchage",
])("asks about the permission in a column called %s", (header) => expect(consentMeaning(header)).toBe("permission"));
