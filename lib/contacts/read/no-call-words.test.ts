import { expect, test } from "vitest";
import { forbidsCalls, refusalIn } from "./no-call-words";

test.each([
  "+44 20 7946 0056 DO NOT CALL",
  "DNC +44 20 7946 0057",
  "do-not-call",
  "Don't call Ann",
  "Ann Lee (deceased)",
  "Max Muster verstorben",
  "nicht anrufen! 030 23125011",
  "Anne Dupont, décédée",
  "ne pas appeler",
  "no llamar",
  "Ana Ruiz fallecida",
  "non chiamare",
  "NÃO LIGAR",
  "niet bellen",
  "Jan Jansen overleden",
  "nie dzwonić",
  "zmarły",
  "ring inte",
  "ring ikke",
  "afdød",
  "nevolat",
  "Aramayın",
  "vefat etti",
  "не звонить",
  "Max Muster †",
])("forbidsCalls finds the words in %s", (text) => expect(forbidsCalls(text)).toBe(true));

test.each([
  "+44 20 7946 0058 (work)",
  "call +44 20 7946 0058",
  "Hedda Brandt",
  "Callum Ring",
  "Tel. 030 23125011",
  "Mort Deneuve",
  "Décédero",
  "Noa Calle",
  "Baja Cleaned",
])("forbidsCalls finds none in %s", (text) => expect(forbidsCalls(text)).toBe(false));

test("refusalIn quotes the words of a file name that say no", () => {
  expect(refusalIn("unsubscribed_members_export_1.csv")).toBe("unsubscribed");
  expect(refusalIn("cleaned_segment.csv")).toBe("cleaned");
  expect(refusalIn("Opt-outs November.csv")).toBe("Opt-outs");
  expect(refusalIn("do_not_call.csv")).toBe("do_not_call");
  expect(refusalIn("subscribed_members.csv")).toBeUndefined();
  expect(refusalIn("contacts clean.csv")).toBeUndefined();
});
