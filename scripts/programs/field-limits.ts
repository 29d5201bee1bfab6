import type * as z from "zod/mini";
import { formatCount } from "../../lib/format/format-count";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Forms that a pattern alone would not explain. */
const forms: readonly [sample: string, words: string][] = [
  ["+14155550123", "number such as `+14155550123`"],
  ["2026-12-01T09:00", "day and time such as `2026-12-01T09:00`"],
  ["09:30", "time of day such as `09:30`"],
];

/** Type and limits of a field in words. */
export function limitsOf(schema: JsonSchema): string {
  if (schema.enum) return alternatives(schema.enum.map((word) => `\`${String(word)}\``));
  if (schema.anyOf) return alternatives(schema.anyOf.map(limitsOf));
  if (schema.type === "array") return `list of ${limitsOf(itemsOf(schema))}${rangeOf(schema, "entries")}`;
  if (schema.type === "object") return objectOf(schema);
  if (schema.type === "boolean") return "`true` or `false`";
  if (schema.type === "null") return "null";
  if (schema.type === "integer" || schema.type === "number") return numberOf(schema);
  return textOf(schema);
}

function alternatives(words: readonly string[]) {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

const itemsOf = ({ items }: JsonSchema): JsonSchema => (items && !Array.isArray(items) && items !== true ? items : {});

function objectOf({ properties, additionalProperties }: JsonSchema) {
  const fields = Object.entries(properties ?? {}).map(([name, field]) =>
    typeof field === "boolean" ? `\`${name}\`` : `\`${name}\`: ${limitsOf(field)}`,
  );
  if (fields.length > 0) return `objects with ${fields.join("; ")}`;
  const values = additionalProperties && additionalProperties !== true ? limitsOf(additionalProperties) : "any value";
  return `object with values of ${values}`;
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: JsonSchema) {
  const least = minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : undefined);
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const words = type === "integer" ? "whole number" : "number";
  if (least !== undefined && most !== undefined) return `${words} from ${formatCount(least)} to ${formatCount(most)}`;
  return least === undefined ? words : `${words} of at least ${formatCount(least)}`;
}

function textOf({ format, pattern, contentEncoding, ...schema }: JsonSchema) {
  if (format === "date-time") return "time with its zone such as `2026-12-01T09:00:00Z`";
  if (format === "date") return "day such as `2026-12-01`";
  if (contentEncoding === "base64") return `Base64${rangeOf(schema, "characters")}`;
  const form = pattern && forms.find(([sample]) => new RegExp(pattern).test(sample));
  return form ? form[1] : `text${rangeOf(schema, "characters")}`;
}

/** ", 1 to 25,000 entries". */
function rangeOf({ minItems, maxItems, minLength, maxLength }: JsonSchema, unit: string) {
  const [least, most] = [minItems ?? minLength ?? 0, maxItems ?? maxLength];
  if (most === undefined) return least > 0 ? `, at least ${formatCount(least)} ${unit}` : "";
  return least > 0
    ? `, ${formatCount(least)} to ${formatCount(most)} ${unit}`
    : `, at most ${formatCount(most)} ${unit}`;
}
