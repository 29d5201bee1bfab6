import { expect, test } from "vitest";
import * as z from "zod/mini";
import { apiOperations } from "./api";
import { consoleOperations } from "./console";
import { inputOf } from "./inputs";
import type { Operation } from "./operation";

/** What a person must write: the reason of an action, a name, a note. */
const written = ["reason", "name", "text", "source"];

const fieldsOf = (op: Operation) => {
  const { properties = {}, required = [] } = z.toJSONSchema(inputOf(op), { io: "input", unrepresentable: "any" });
  return written.filter((name) => {
    const property = properties[name];
    return required.includes(name) && typeof property === "object" && !property.enum;
  });
};

const cases = [...apiOperations, ...consoleOperations].flatMap((op) => fieldsOf(op).map((field) => ({ op, field })));

test("finds the operations that ask for a reason", () => {
  const ids = cases.filter(({ field }) => field === "reason").map(({ op }) => op.id);
  expect(ids).toEqual(expect.arrayContaining(["erasures.erase", "erasures.replace_colleague", "masking.show"]));
});

test.each(cases.map(({ op, field }) => [op.id, field, op] as const))(
  "%s refuses a %s of invisible signs",
  (_id, field, op) => {
    for (const sign of ["", " ", "\u200b", "\u2060", "\u2800", "\u3164", "\u200f", "\u0000"]) {
      const { error } = inputOf(op).safeParse({ [field]: sign.repeat(4) });
      expect([sign, error?.issues.some(({ path }) => path[0] === field)]).toEqual([sign, true]);
    }
  },
);
