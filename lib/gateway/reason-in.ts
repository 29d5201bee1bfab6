import { isPlainObject } from "@/lib/format/json";
import { plainMessage } from "@/lib/format/plain-message";

/** Fields in which APIs put the reason of an error, the most helpful first. */
const reasonNames = [
  "message",
  "msg",
  "error_description",
  "detail",
  "error",
  "errors",
  "details",
  "reason",
  "title",
  "code",
];

const fieldMaps = new Set(["error", "errors", "detail", "details"]);

const maxDepth = 6;
const maxEntries = 10;

/** The readable reason in an error body of unknown shape; undefined if there is none. */
export function reasonIn(body: unknown): string | undefined {
  const reasons = new Set(reasonsIn(body).map((reason) => reason.trim()));
  return plainMessage([...reasons].join("; "));
}

type Position = { name?: string; depth?: number };

function reasonsIn(value: unknown, { name = "", depth = 0 }: Position = {}): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (depth > maxDepth) return [];
  const inside = { name, depth: depth + 1 };
  if (Array.isArray(value))
    return value.slice(0, maxEntries).flatMap((entry) => withPath(pathOf(entry), reasonsIn(entry, inside)));
  if (!isPlainObject(value)) return [];
  for (const key of namesFor(value)) {
    const reasons = reasonsIn(value[key], { ...inside, name: key });
    if (reasons.length > 0) return reasons;
  }
  return Object.entries(value)
    .slice(0, maxEntries)
    .flatMap(([field, entry]) =>
      fieldMaps.has(name) || Array.isArray(entry) ? withPath(field, reasonsIn(entry, inside)) : [],
    );
}

/** A message inside `error` is more specific than one beside it. */
const namesFor = ({ error }: Record<string, unknown>) =>
  isPlainObject(error) && error.message ? ["error", ...reasonNames] : reasonNames;

const withPath = (path: string, reasons: string[]) =>
  path === "" ? reasons : reasons.map((reason) => `${path}: ${reason}`);

/** The path of an invalid field, as in `{ loc: ["body", "file"], msg: "field required" }` or `{ field: "name", … }`. */
function pathOf(entry: unknown): string {
  if (!isPlainObject(entry)) return "";
  const path = entry.loc ?? entry.field ?? entry.path;
  if (Array.isArray(path)) return path.filter((entry) => typeof entry !== "object").join(".");
  return typeof path === "string" ? path : "";
}
