import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { ownAnswer } from "@/lib/contract/fields";
import { type FileStream, isWrite, type Operation, operation, roles } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import { latinDigits } from "@/lib/format/latin-digits";
import { sealedPartOf } from "@/lib/format/mask-sign";
import { mayHoldNumber } from "@/lib/format/number-in-text";
import { numbersInText } from "@/lib/numbers/mask-numbers";
import { readNumber } from "@/lib/numbers/read-number";
import { numbersMeant } from "@/lib/numbers/searched-number";
import type { GatewayConsole } from "./gateway-console";

/** Only recorded: a search for a whole number that found nothing. */
const guessNumber = operation({
  id: "masking.guess",
  label: "Looked for a hidden phone number",
  method: "GET",
  path: "/console/masking/guess",
  output: ownAnswer<null>(),
  allow: roles,
});

const mostMisses = 20;
const withinMs = 3_600_000;
const mostPeople = 10_000;
const mostKnown = 1_000;
/** Times and cursors have digits too. */
const otherInputs: ReadonlySet<string> = new Set(["after", "before", "from", "to"]);
/** Fields in which people search. Others hold IDs. */
const searchInputs: ReadonlySet<string> = new Set(["text", "number", "value"]);

/** `input` as it was sent: an ID that an answer masked is no guess. */
type Guess = {
  op: Operation;
  input: Record<string, unknown>;
  person: Person;
  caller: { requestId: string; address: string | null };
};

/** Numbers that a person looked for, as digits: when they were not found, and those that were. */
type Looked = { misses: Map<string, number>; known: Set<string> };

/**
 * Counts whole numbers that a person looked for and that found nothing, in all searches together, because each is a guess at a
 * hidden number. Counted by this process.
 */
export class NumberGuesses {
  private readonly people = new Map<string, Looked>();

  constructor(private readonly audit: GatewayConsole["audit"]) {}

  /** A read. Throws if it is one guess too many, and records one that finds nothing. */
  async within<Answer extends { raw: unknown }>(guess: Guess, read: () => Promise<Answer>): Promise<Answer> {
    const miss = this.begin(guess);
    if (!miss) return read();
    const answer = await read().catch(async (error: unknown) => {
      if (isNotFound(error)) await miss.record();
      else miss.undo();
      throw error;
    });
    const isFound = hasFound(answer.raw);
    if (isFound) miss.found();
    else if (isFound === false) await miss.record();
    else miss.undo();
    return answer;
  }

  /** A file. A reader who leaves early has seen whether there is a row. */
  async ofFile(guess: Guess, makeFile: () => Promise<FileStream>): Promise<FileStream> {
    const miss = this.begin(guess);
    if (!miss) return makeFile();
    const file = await makeFile();
    return {
      ...file,
      send: async (write) => {
        const rows = await file.send(write);
        if (rows > 0) miss.found();
        else await miss.record();
        return rows;
      },
    };
  }

  /** Counts a guess before its read, so that many at once are not more than the limit. */
  private begin(guess: Guess) {
    const digits = guessIn(guess);
    if (digits === undefined) return undefined;
    const { misses, known } = this.lookedBy(guess.person);
    if (known.has(digits)) return undefined;
    const isRepeated = misses.has(digits);
    // A field that searches while a number is typed has looked for its beginning. Both are one guess.
    const last = [...misses.keys()].at(-1);
    if (last !== undefined && digits.length > last.length && digits.startsWith(last)) misses.delete(last);
    if (!isRepeated && misses.size >= mostMisses) throw tooMany(misses);
    if (!isRepeated) misses.set(digits, clock.nowMs());
    const undo = () => {
      if (!isRepeated) misses.delete(digits);
    };
    return {
      undo,
      found() {
        misses.delete(digits);
        if (known.size < mostKnown) known.add(digits);
      },
      record: async () => {
        if (!isRepeated) await this.record(guess, digits);
      },
    };
  }

  private lookedBy({ id }: Person): Looked {
    if (this.people.size > mostPeople) this.people.clear();
    const looked = this.people.get(id) ?? { misses: new Map(), known: new Set() };
    this.people.set(id, looked);
    for (const [digits, ms] of looked.misses) if (ms <= clock.nowMs() - withinMs) looked.misses.delete(digits);
    return looked;
  }

  private async record({ op, person, caller }: Guess, digits: string) {
    const { requestId, address } = caller;
    const about = { target: `a number ending ${digits.slice(-4)}`, request: null, detail: { searched: op.id } };
    const id = await this.audit.begin({ person, op: guessNumber, ...about, requestId, address });
    await this.audit.finish(id, { outcome: "ok", status: null, message: null, body: null });
  }
}

function tooMany(misses: Looked["misses"]) {
  const first = Math.min(...misses.values());
  const retryAfterSeconds = Math.ceil((first + withinMs - clock.nowMs()) / 1000);
  return refused("too_many_tries", sentence, { retryAfterSeconds });
}

const sentence =
  `${mostMisses} numbers that you looked for in the last hour were not found. Phone numbers are hidden from you, ` +
  "so this is limited. Show phone numbers first, or try again later.";

/** A whole number that a read looks for, as digits. */
function guessIn({ op, input }: Guess): string | undefined {
  if (isWrite(op)) return undefined;
  const country = typeof input.country === "string" ? input.country : undefined;
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== "string" || otherInputs.has(key) || sealedPartOf(value)) continue;
    const digits = (searchInputs.has(key) ? searchedIn(value, country) : undefined) ?? numbersInText(value)[0];
    if (digits !== undefined) return digits;
  }
  return undefined;
}

const fewestDigits = 7;

/** The digits of a search that can find a whole number, or a whole ID that holds one. */
function searchedIn(text: string, country: string | undefined): string | undefined {
  const reading = readNumber(text, { country });
  if (reading.fault === undefined) return reading.number.slice(1);
  const isNumber = numbersMeant(text).length > 0;
  const digits = latinDigits(text).replace(/\D/g, "");
  return digits.length >= fewestDigits && (isNumber || mayHoldNumber(text)) ? digits : undefined;
}

const resultKeys = [
  "data",
  "latest",
  "numbers",
  "uploads",
  "calls",
  "sent",
  "blocked",
  "campaigns",
  "outside_time",
] as const;
const countKeys = ["total", "events", "people", "listed"] as const;

/** True if an answer has a record. Undefined for an answer that is about none. */
function hasFound(raw: unknown): boolean | undefined {
  if (raw === null || raw === undefined) return false;
  if (!isPlainObject(raw)) return undefined;
  const results = resultKeys
    .flatMap((key) => (key in raw ? [raw[key]] : []))
    .filter((value) => typeof value !== "number");
  if (results.length === 0) return undefined;
  const isEmpty = results.every((value) => value === null || (Array.isArray(value) && value.length === 0));
  return !isEmpty || countKeys.some((key) => Boolean(raw[key]));
}

const isNotFound = (error: unknown) => error instanceof Problem && error.code === "not_found";
