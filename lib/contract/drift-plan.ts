import { z } from "zod";
import { knownWords } from "./fields";
import { isDigits } from "./json";

/** What a schema expects of a value, taken out of it once: asked of zod for each row, it would cost ten times the reading. */
export type Plan =
  | {
      kind: "object";
      fields: readonly Field[];
      names: ReadonlySet<string>;
      result: Plan | undefined;
      list: Field | undefined;
    }
  | { kind: "list"; element: Plan }
  | { kind: "value"; fits: (value: unknown) => boolean; words: readonly string[] | undefined };

export type Field = { key: string; plan: Plan; mayBeMissing: boolean; mayBeNull: boolean };

const plans = new WeakMap<z.core.$ZodType, Plan>();

/** The plan of a schema, without the generosity around it. */
export function planOf(schema: z.core.$ZodType): Plan {
  const known = plans.get(schema) ?? made(unwrapped(schema));
  plans.set(schema, known);
  return known;
}

function made(schema: z.core.$ZodType): Plan {
  if (schema instanceof z.ZodArray) return { kind: "list", element: planOf(schema.element) };
  if (schema instanceof z.ZodObject) return objectPlan(schema);
  const words = schema instanceof z.ZodString ? knownWords.get(schema)?.known : undefined;
  return { kind: "value", fits: fitting(schema), words };
}

function objectPlan(schema: z.ZodObject): Plan {
  const fields = Object.entries(schema.shape).map(([key, given]) => fieldOf(key, given));
  const data = fields.find(({ key, plan }) => key === "data" && plan.kind !== "list");
  const names = new Set(fields.map(({ key }) => key));
  return { kind: "object", fields, names, result: data?.plan, list: fields.find(({ plan }) => plan.kind === "list") };
}

function fieldOf(key: string, given: z.core.$ZodType): Field {
  const declared = declaredOf(given);
  const [mayBeMissing, mayBeNull] = [declared instanceof z.ZodOptional, declared instanceof z.ZodNullable];
  return { key, plan: planOf(given), mayBeMissing, mayBeNull };
}

/** A decimal's first reading is text: a number is taken too, and counted. Digits stand for the number they write. */
function fitting(schema: z.core.$ZodType): (value: unknown) => boolean {
  const first = schema instanceof z.ZodUnion ? (schema.options[0] ?? schema) : schema;
  if (first instanceof z.ZodString) return (value) => typeof value === "string";
  return (value) => z.safeParse(first, isDigits(value) ? Number(value.$digits) : value).success;
}

/** The field as its record declared it. */
function declaredOf(field: z.core.$ZodType) {
  const optional = field instanceof z.ZodCatch ? field.def.innerType : field;
  const nullable = optional instanceof z.ZodOptional ? optional.def.innerType : optional;
  return field instanceof z.ZodCatch && nullable instanceof z.ZodNullable ? nullable.def.innerType : field;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodCatch || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrapped(schema.def.innerType);
  if (!(schema instanceof z.ZodPipe)) return schema;
  const isPreprocess = schema.def.in instanceof z.ZodTransform;
  if (isPreprocess) return unwrapped(schema.def.out);
  return schema.def.in instanceof z.ZodArray ? schema.def.in : schema;
}
