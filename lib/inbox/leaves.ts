import type { Leaf, Leaves } from "@/lib/db/console/tables/inbox";
import { attempt } from "@/lib/format/attempt";
import { isDigits, isPlainObject, parseJson } from "@/lib/format/json";
import { hashOf } from "@/lib/secret";
import { owners, speech } from "./dictionary";

const maxDepth = 8;
const maxKeys = 5_000;

/** `endedReason`, `ended-reason` and `ended.reason` are `ended_reason`. */
export const normalKey = (key: string) =>
  key
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.\- ]+/g, "_")
    .toLowerCase();

type Branch = { object: Record<string, unknown>; path: string; owner: string; depth: number; isText: boolean };

/** The values of a body. JSON inside a string is read once. Lists, and what people said, are left out. */
export function leavesOf(body: unknown): Leaves {
  const leaves: Leaf[] = [];
  const paths: string[] = [];
  let level: Branch[] = isPlainObject(body) ? [{ object: body, path: "", owner: "", depth: 0, isText: false }] : [];
  while (level.length > 0 && paths.length < maxKeys) {
    const next: Branch[] = [];
    for (const { object, path, owner, depth, isText } of level) {
      for (const [name, item] of Object.entries(object).slice(0, maxKeys - paths.length)) {
        const key = normalKey(name);
        const place = path === "" ? name : `${path}.${name}`;
        paths.push(place);
        if (speech.has(key)) continue;
        const inner = isText ? item : parsedIn(item);
        if (isPlainObject(inner) && !isDigits(inner)) {
          const isInText = isText || inner !== item;
          if (depth < maxDepth)
            next.push({ object: inner, path: place, owner: key, depth: depth + 1, isText: isInText });
          continue;
        }
        const value = textOf(item);
        if (value !== undefined) leaves.push({ path: place, key: ownedKey(owner, key), depth, value });
      }
    }
    level = next;
  }
  return { leaves, shape: hashOf(paths.toSorted().join("\n")).slice(0, 16) };
}

const ownedKey = (owner: string, key: string) =>
  owners.has(owner) && (key === "id" || key === "number" || key === "name") ? `${owner}_${key}` : key;

const parsedIn = (item: unknown) =>
  typeof item === "string" && /^\s*\{/.test(item) ? (attempt(() => parseJson(item)) ?? item) : item;

function textOf(value: unknown): string | undefined {
  if (isDigits(value)) return value.$digits;
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text.length > 500 ? undefined : text;
}
