import { afterEach, expect, test, vi } from "vitest";
import { z as library } from "zod";
import { loadSchema, z } from "./deferred-schema";

afterEach(() => vi.doUnmock("#schema"));

const operations = async () => {
  vi.resetModules();
  const [{ apiOperations }, { consoleOperations }] = await Promise.all([import("./api"), import("./console")]);
  return [...apiOperations, ...consoleOperations];
};

/** A schema as far as JSON can say it: what is checked by code is left out. */
const outline = (schema: library.ZodType) => library.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

test("every operation's input is the same in a browser as on the server", async () => {
  const own = await operations();
  vi.doMock("#schema", () => ({ z, loadSchema }));
  const deferred = await operations();
  expect(deferred.length).toBe(own.length);
  for (const [at, op] of deferred.entries()) {
    expect(typeof op.input).toBe("function");
    expect([op.id, outline(await loadSchema(op.input))]).toEqual([
      own[at]?.id,
      outline(own[at]?.input as library.ZodType),
    ]);
  }
});

test("what was noted checks as it was declared: lists, functions and schemas within schemas", async () => {
  const name = z.string().trim().min(1, "Enter a name.");
  const person = z
    .object({ name, role: z.enum(["a", "b"]).optional() })
    .refine((given) => given.name !== "no", "Not no.");
  const schema = await loadSchema(person.array().max(2));
  expect(schema.parse([{ name: " Ann " }, { name: "Bo", role: "b" }])).toEqual([
    { name: "Ann" },
    { name: "Bo", role: "b" },
  ]);
  const said = (given: unknown) => schema.safeParse(given).error?.issues.map(({ message }) => message);
  expect(said([{ name: " " }])).toEqual(["Enter a name."]);
  expect(said([{ name: "no" }])).toEqual(["Not no."]);
  expect(said([{ name: "x" }, { name: "x" }, { name: "x" }])).toHaveLength(1);
});

test("a schema is declared once, and noting one loads nothing", async () => {
  const schema = z.object({ name: z.string() });
  expect(await loadSchema(schema)).toBe(await loadSchema(schema));
  expect(await Promise.resolve(schema)).toBe(schema);
});
