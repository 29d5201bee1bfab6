/** Says what is wrong with a value, one line a place; nothing when it is as the API document says. */
export type Shape = (value: unknown, path: string) => string[];

const expecting =
  (wanted: string, fits: (value: unknown) => boolean): Shape =>
  (value, path) =>
    fits(value) ? [] : [`${path || "the answer"} should be ${wanted}, and is ${shown(value)}`];

const isText = (value: unknown): value is string => typeof value === "string";

export const text = expecting("a text", isText);
export const filled = expecting("a text that is not empty", (value) => isText(value) && value !== "");
export const flag = expecting("true or false", (value) => typeof value === "boolean");
export const integer = expecting("a whole number", Number.isSafeInteger);
export const number = expecting("a number", Number.isFinite);
export const decimal = expecting("a decimal in a text", (value) => isText(value) && /^-?\d+(\.\d+)?$/.test(value));
export const timestamp = expecting(
  "a moment in ISO 8601 and UTC",
  (value) =>
    isText(value) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);
export const phone = expecting(
  "a phone number with a leading +",
  (value) => isText(value) && /^\+\d{7,15}$/.test(value),
);
export const url = expecting("a URL", (value) => isText(value) && URL.canParse(value));
export const record = expecting("an object", isRecord);
export const succeeded = expecting("true", (value) => value === true);
export const absent = expecting("absent", (value) => value === undefined);

export const oneOf = (...words: string[]) =>
  expecting(`one of ${words.join(", ")}`, (value) => isText(value) && words.includes(value));

export const exactly = (wanted: unknown) => expecting(shown(wanted), (value) => value === wanted);

export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path);

export const listOf =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => shape(item, `${path}[${index}]`))
      : [`${path || "the answer"} should be a list, and is ${shown(value)}`];

/** An object with at least these fields. */
export const object =
  (fields: Record<string, Shape>): Shape =>
  (value, path) =>
    isRecord(value)
      ? Object.entries(fields).flatMap(([key, shape]) => shape(value[key], path ? `${path}.${key}` : key))
      : record(value, path);

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const shown = (value: unknown) => (JSON.stringify(value) ?? "missing").slice(0, 80);
