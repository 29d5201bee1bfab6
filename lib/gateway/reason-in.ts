import { isPlainObject } from "@/lib/format/json";
import { plainMessage } from "@/lib/format/plain-message";

/** Where APIs of this kind say what was wrong, what tells a person most first. */
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

/** Where the names inside are those of the fields that were wrong. */
const fieldMaps = new Set(["error", "errors", "detail", "details"]);

const deepest = 6;
const most = 10;

/** The reason for a person in an error body of unknown shape, or undefined. */
export function reasonIn(body: unknown): string | undefined {
  const reasons = new Set(reasonsIn(body).map((reason) => reason.trim()));
  return plainMessage([...reasons].join("; "));
}

type Place = { name?: string; depth?: number };

function reasonsIn(value: unknown, { name = "", depth = 0 }: Place = {}): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (depth > deepest) return [];
  const inside = { name, depth: depth + 1 };
  if (Array.isArray(value))
    return value.slice(0, most).flatMap((each) => placed(placeOf(each), reasonsIn(each, inside)));
  if (!isPlainObject(value)) return [];
  for (const key of namesFor(value)) {
    const found = reasonsIn(value[key], { ...inside, name: key });
    if (found.length > 0) return found;
  }
  return Object.entries(value)
    .slice(0, most)
    .flatMap(([field, each]) =>
      fieldMaps.has(name) || Array.isArray(each) ? placed(field, reasonsIn(each, inside)) : [],
    );
}

/** A message within an error says more than one beside it. */
const namesFor = ({ error }: Record<string, unknown>) =>
  isPlainObject(error) && error.message ? ["error", ...reasonNames] : reasonNames;

const placed = (place: string, reasons: string[]) =>
  place === "" ? reasons : reasons.map((reason) => `${place}: ${reason}`);

/** Where one of several faults is: `{ loc: ["body", "file"], msg: "field required" }`, `{ field: "name", … }`. */
function placeOf(entry: unknown): string {
  if (!isPlainObject(entry)) return "";
  const place = entry.loc ?? entry.field ?? entry.path;
  if (Array.isArray(place)) return place.filter((each) => typeof each !== "object").join(".");
  return typeof place === "string" ? place : "";
}
