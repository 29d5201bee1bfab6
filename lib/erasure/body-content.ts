import { jsonIn } from "@/lib/inbox/parse-body";
import { textOfBody } from "@/lib/inbox/unpack-body";

/** A body as JSON, and the texts that its bytes can be. A form is an object too. */
export type BodyContent = { value: unknown; texts: readonly string[] };

export async function contentOf(headers: Readonly<Record<string, string>>, body: Buffer): Promise<BodyContent> {
  const unpacked = await textOfBody(headers, body);
  const texts = [...(unpacked === undefined ? [] : [unpacked]), ...wideTexts(body), body.toString("latin1")];
  const values = texts.slice(0, -1).map((text) => jsonIn(text));
  return { value: values.find((value) => value !== undefined), texts };
}

/** UTF-16, with or without a byte order mark, in either order. */
function wideTexts(body: Buffer): string[] {
  const sample = body.subarray(0, 64);
  if (!sample.includes(0) && sample[0] !== 0xff && sample[0] !== 0xfe) return [];
  return ["utf-16le", "utf-16be"].map((encoding) => new TextDecoder(encoding).decode(body));
}

/** The form that a text may be, as an object. */
export function formIn(text: string): Record<string, unknown> {
  return /^[^\s=&<>{}]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : {};
}
