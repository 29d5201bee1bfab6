import { isPlainObject } from "@/lib/format/json";

/** A text that PostgreSQL stores unchanged. It rejects NUL and replaces lone surrogates. */
export const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** Replaces NUL and lone surrogates in JSON text from `JSON.stringify`, because jsonb rejects them. */
export const storableJson = (json: string) =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\ufffd");

/** True if jsonb rejected a text because of a NUL or a lone surrogate. */
export const isUnstorable = (error: unknown) =>
  error instanceof Error &&
  isPlainObject(error.cause) &&
  (error.cause.code === "22P05" || error.cause.code === "22P02");
