import { idToPath, pathToId } from "@/lib/contract/identifier";
import type { Operation } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import { sealedPartOf } from "@/lib/format/mask-sign";
import type { StandIn } from "@/lib/numbers/mask-numbers";
import { openStable, sealStable } from "@/lib/secret";

/** Seals what answers show and requests bring back, for one account of the platform. */
export type AnswerSeal = { key: string; accountId: string };

const ofId = ({ accountId }: AnswerSeal) => `id ${accountId}`;
const ofPage = ({ accountId }: AnswerSeal, { id }: Operation) => `page ${id} ${accountId}`;

/** A masked ID with its sealed form behind it, so that it works in links. Equal IDs stay equal. */
export const standInOf =
  (seal: AnswerSeal): StandIn =>
  (id, masked) =>
    `${masked}~${sealStable(seal.key, id, ofId(seal))}`;

function openStandIn(seal: AnswerSeal, id: string): string {
  const sealed = sealedPartOf(id);
  return (sealed && openStable(seal.key, sealed, ofId(seal))) ?? id;
}

/** An input with the IDs that stand-ins in it stand for. Anybody's stand-in opens, because people send links to each other. */
export function openStandIns(seal: AnswerSeal, value: unknown): unknown {
  if (typeof value === "string") return openStandIn(seal, value);
  if (Array.isArray(value)) return value.map((item) => openStandIns(seal, item));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, openStandIns(seal, item)]));
}

/** The path of a page with the IDs that stand-ins in it stand for. */
export const openPath = (seal: AnswerSeal, path: string): string =>
  path
    .split("/")
    .map((segment) => {
      const id = pathToId(segment) ?? "";
      const opened = openStandIn(seal, id);
      return opened === id ? segment : idToPath(opened);
    })
    .join("/");

/** The input with its cursor opened. A cursor can hold a number or a name, so that it is sealed for everyone. */
export function openCursor(seal: AnswerSeal, op: Operation, input: Record<string, unknown>) {
  const { after } = input;
  if (typeof after !== "string") return input;
  const opened = openStable(seal.key, after, ofPage(seal, op));
  if (opened === undefined) throw new Problem("bad_input", "There is no such page.");
  return { ...input, after: opened };
}

export const sealCursor = (seal: AnswerSeal, op: Operation, raw: unknown): unknown =>
  isPlainObject(raw) && typeof raw.next === "string"
    ? { ...raw, next: sealStable(seal.key, raw.next, ofPage(seal, op)) }
    : raw;
