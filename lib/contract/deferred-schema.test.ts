import { afterEach, expect, test, vi } from "vitest";
import { z as library } from "zod";
import { loadSchema, z } from "./deferred-schema";

afterEach(() => vi.doUnmock("#schema"));

const loadOperations = async () => {
  vi.resetModules();
  const [{ apiOperations }, { consoleOperations }] = await Promise.all([import("./api"), import("./console")]);
  return [...apiOperations, ...consoleOperations];
};

/** A schema as JSON Schema, which omits refinements. */
const outline = (schema: library.ZodType) => library.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

test("replays every operation's input to the schema that the server has", async () => {
  const original = await loadOperations();
  vi.doMock("#schema", () => ({ z, loadSchema }));
  const deferred = await loadOperations();
  expect(deferred.length).toBe(original.length);
  for (const [index, op] of deferred.entries()) {
    expect(typeof op.input).toBe("function");
    expect([op.id, outline(await loadSchema(op.input))]).toEqual([
      original[index]?.id,
      outline(original[index]?.input as library.ZodType),
    ]);
  }
});

test("validates like the recorded schema, with lists, functions and nested schemas", async () => {
  const name = z.string().trim().min(1, "Enter a name.");
  const person = z
    .object({ name, role: z.enum(["a", "b"]).optional() })
    .refine((input) => input.name !== "no", "Not no.");
  const schema = await loadSchema(person.array().max(2));
  expect(schema.parse([{ name: " Ann " }, { name: "Bo", role: "b" }])).toEqual([
    { name: "Ann" },
    { name: "Bo", role: "b" },
  ]);
  const messagesOf = (input: unknown) => schema.safeParse(input).error?.issues.map(({ message }) => message);
  expect(messagesOf([{ name: " " }])).toEqual(["Enter a name."]);
  expect(messagesOf([{ name: "no" }])).toEqual(["Not no."]);
  expect(messagesOf([{ name: "x" }, { name: "x" }, { name: "x" }])).toHaveLength(1);
});

test("replays a schema only once and does not act as a promise", async () => {
  const schema = z.object({ name: z.string() });
  expect(await loadSchema(schema)).toBe(await loadSchema(schema));
  expect(await Promise.resolve(schema)).toBe(schema);
});
