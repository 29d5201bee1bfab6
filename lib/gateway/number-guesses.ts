import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { ownAnswer } from "@/lib/contract/fields";
import { type FileStream, isWrite, type Operation, operation, roles } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import { latinDigits } from "@/lib/format/latin-digits";
import { numbersInText } from "@/lib/numbers/mask-numbers";
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
/** Times and cursors have digits too. */
const otherInputs: ReadonlySet<string> = new Set(["after", "before", "from", "to"]);

type Miss = { ms: number; digits: string };

type Guess = {
  op: Operation;
  input: Record<string, unknown>;
  person: Person;
  caller: { requestId: string; address: string | null };
};

/**
 * Counts whole numbers that a person looked for and that found nothing, in all searches together, because each is a guess at a
 * hidden number. Counted by this process.
 */
export class NumberGuesses {
  private readonly misses = new Map<string, Miss[]>();

  constructor(private readonly audit: GatewayConsole["audit"]) {}

  /** A read. Throws if it is one guess too many, and records one that finds nothing. */
  async within<Answer extends { raw: unknown }>(guess: Guess, read: () => Promise<Answer>): Promise<Answer> {
    const digits = guessIn(guess);
    if (digits === undefined) return read();
    this.refuseTooMany(guess.person);
    const answer = await read().catch(async (error: unknown) => {
      if (isNotFound(error)) await this.recordMiss(guess, digits);
      throw error;
    });
    if (foundNothing(answer.raw)) await this.recordMiss(guess, digits);
    return answer;
  }

  /** A file. Counted before its first row, because a reader who leaves early has seen that there is none. */
  async ofFile(guess: Guess, makeFile: () => Promise<FileStream>): Promise<FileStream> {
    const digits = guessIn(guess);
    if (digits === undefined) return makeFile();
    const { id } = guess.person;
    this.refuseTooMany(guess.person);
    this.addMiss(id, digits);
    const file = await makeFile();
    return {
      ...file,
      send: async (write) => {
        const rows = await file.send(write);
        if (rows > 0) this.misses.set(id, this.recent(id).slice(0, -1));
        return rows;
      },
    };
  }

  private recent = (id: string) => (this.misses.get(id) ?? []).filter(({ ms }) => ms > clock.nowMs() - withinMs);

  private refuseTooMany({ id }: Person) {
    const misses = this.recent(id);
    const [first] = misses;
    if (!first || misses.length < mostMisses) return;
    const retryAfterSeconds = Math.ceil((first.ms + withinMs - clock.nowMs()) / 1000);
    throw refused("too_many_tries", sentence, { retryAfterSeconds });
  }

  /** A number that is typed on, as a field does that searches meanwhile, is one guess. */
  private addMiss(id: string, digits: string) {
    if (this.misses.size > mostPeople) this.misses.clear();
    const recent = this.recent(id);
    const last = recent.at(-1)?.digits;
    const isTypedOn = last !== undefined && digits.length > last.length && digits.startsWith(last);
    this.misses.set(id, [...(isTypedOn ? recent.slice(0, -1) : recent), { ms: clock.nowMs(), digits }]);
  }

  private async recordMiss({ op, person, caller }: Guess, digits: string) {
    this.addMiss(person.id, digits);
    const { requestId, address } = caller;
    const about = { target: `a number ending ${digits.slice(-4)}`, request: null, detail: { searched: op.id } };
    const id = await this.audit.begin({ person, op: guessNumber, ...about, requestId, address });
    await this.audit.finish(id, { outcome: "ok", status: null, message: null, body: null });
  }
}

const sentence =
  `${mostMisses} numbers that you looked for in the last hour were not found. Phone numbers are hidden from you, ` +
  "so this is limited. Show phone numbers first, or try again later.";

/** Digits of a whole number that a read looks for, or of one that is whole inside some country. */
function guessIn({ op, input }: Guess): string | undefined {
  if (isWrite(op)) return undefined;
  const texts = Object.entries(input).flatMap(([key, value]) =>
    typeof value === "string" && !otherInputs.has(key) ? [value] : [],
  );
  return texts.flatMap((text) => numbersInText(text)[0] ?? (numbersMeant(text).length > 0 ? digitsOf(text) : []))[0];
}

const digitsOf = (text: string) => latinDigits(text).replace(/\D/g, "");

const resultKeys = ["data", "latest", "numbers", "uploads", "calls", "sent", "blocked", "campaigns"] as const;

/** True if an answer has no record. */
function foundNothing(raw: unknown): boolean {
  if (raw === null || raw === undefined) return true;
  if (!isPlainObject(raw)) return false;
  const results = resultKeys
    .flatMap((key) => (key in raw ? [raw[key]] : []))
    .filter((value) => typeof value !== "number");
  return results.length > 0 && results.every((value) => value === null || (Array.isArray(value) && value.length === 0));
}

const isNotFound = (error: unknown) => error instanceof Problem && error.code === "not_found";
