import { isPlainObject } from "@/lib/format/json";

const longest = 500;

/** The message for a person in an error body of unknown shape, by the forms that APIs of this kind use; or undefined. */
export function messageIn(body: unknown): string | undefined {
  const found = messages(body).find((message) => message.trim() !== "");
  return found?.trim().slice(0, longest);
}

function messages(body: unknown): string[] {
  if (typeof body === "string") return [body];
  if (!isPlainObject(body)) return [];
  const { error, message, detail, errors } = body;
  return [
    ...(isPlainObject(error) ? texts(error.message) : []),
    ...texts(message),
    ...texts(detail),
    ...(Array.isArray(detail) ? detail.flatMap(located) : []),
    ...texts(error),
    ...(Array.isArray(errors) ? errors.flatMap((each) => [...texts(each), ...messages(each)]) : []),
  ];
}

const texts = (value: unknown) => (typeof value === "string" ? [value] : []);

/** One entry of the `detail` list that some frameworks send: `{ loc: ["body", "file"], msg: "field required" }`. */
function located(entry: unknown): string[] {
  if (!isPlainObject(entry)) return texts(entry);
  const place = Array.isArray(entry.loc) ? `${entry.loc.join(".")}: ` : "";
  return texts(entry.msg).map((text) => place + text);
}
