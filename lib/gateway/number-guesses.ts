import * as z from "zod/mini";
import { clock } from "@/lib/clock";
import { ownAnswer } from "@/lib/contract/fields";
import { isWrite, type Operation, operation, roles } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import { numbersInText } from "@/lib/numbers/mask-numbers";

/** Only recorded: a search for a whole number that found nothing. */
export const guessNumber = operation({
  id: "masking.guess",
  label: "Looked for a hidden phone number",
  method: "GET",
  path: "/console/masking/guess",
  input: z.object({}),
  output: ownAnswer<null>(),
  allow: roles,
});

const mostMisses = 20;
const withinMs = 3_600_000;
const mostPeople = 10_000;
/** Times and cursors have digits too. */
const otherInputs: ReadonlySet<string> = new Set(["after", "before", "from", "to"]);

export type NumberGuesses = ReturnType<typeof createNumberGuesses>;

/**
 * Counts whole numbers that a person looked for and that found nothing, in all searches together, because each is a guess at a
 * hidden number. Counted by this process.
 */
export function createNumberGuesses() {
  const missesByPerson = new Map<string, number[]>();

  const recent = (person: string) => (missesByPerson.get(person) ?? []).filter((ms) => ms > clock.nowMs() - withinMs);

  return {
    /** Throws if the person guessed too often within an hour. */
    refuseTooMany(person: string) {
      const misses = recent(person);
      const [first = 0] = misses;
      if (misses.length < mostMisses) return;
      const retryAfterSeconds = Math.ceil((first + withinMs - clock.nowMs()) / 1000);
      throw refused("too_many_tries", sentence, { retryAfterSeconds });
    },
    /** A guess that turned out to find something. */
    found(person: string) {
      missesByPerson.set(person, recent(person).slice(0, -1));
    },
    missed(person: string) {
      if (missesByPerson.size > mostPeople) missesByPerson.clear();
      missesByPerson.set(person, [...recent(person), clock.nowMs()]);
    },
  };
}

const sentence =
  `${mostMisses} numbers that you looked for in the last hour were not found. Phone numbers are hidden from you, ` +
  "so this is limited. Show phone numbers first, or try again later.";

/** The last four digits of a whole number that a read looks for. */
export function guessIn(op: Operation, input: Record<string, unknown>): string | undefined {
  if (isWrite(op)) return undefined;
  const texts = Object.entries(input).flatMap(([key, value]) =>
    typeof value === "string" && !otherInputs.has(key) ? [value] : [],
  );
  return texts.flatMap((text) => numbersInText(text))[0]?.slice(-4);
}

const resultKeys = ["data", "latest", "numbers", "uploads"] as const;

/** True if an answer has no record. */
export function foundNothing(raw: unknown): boolean {
  if (raw === null || raw === undefined) return true;
  if (!isPlainObject(raw)) return false;
  const results = resultKeys
    .flatMap((key) => (key in raw ? [raw[key]] : []))
    .filter((value) => typeof value !== "number");
  return results.length > 0 && results.every((value) => value === null || (Array.isArray(value) && value.length === 0));
}

export const isNotFound = (error: unknown) => error instanceof Problem && error.code === "not_found";
