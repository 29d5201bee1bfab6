import { clock } from "@/lib/clock";
import type { Person } from "@/lib/contract/actor";
import { ownAnswer } from "@/lib/contract/fields";
import { type FileStream, isWrite, type Operation, operation, roles } from "@/lib/contract/operation";
import { Problem, refused } from "@/lib/contract/problem";
import { isPlainObject } from "@/lib/format/json";
import { numbersInText } from "@/lib/numbers/mask-numbers";
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
  private readonly misses = new Map<string, number[]>();

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
    if (guessIn(guess) === undefined) return makeFile();
    const { id } = guess.person;
    this.refuseTooMany(guess.person);
    this.addMiss(id);
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

  private recent = (id: string) => (this.misses.get(id) ?? []).filter((ms) => ms > clock.nowMs() - withinMs);

  private refuseTooMany({ id }: Person) {
    const misses = this.recent(id);
    const [first = 0] = misses;
    if (misses.length < mostMisses) return;
    const retryAfterSeconds = Math.ceil((first + withinMs - clock.nowMs()) / 1000);
    throw refused("too_many_tries", sentence, { retryAfterSeconds });
  }

  private addMiss(id: string) {
    if (this.misses.size > mostPeople) this.misses.clear();
    this.misses.set(id, [...this.recent(id), clock.nowMs()]);
  }

  private async recordMiss({ op, person, caller }: Guess, digits: string) {
    this.addMiss(person.id);
    const { requestId, address } = caller;
    const about = { target: `a number ending ${digits.slice(-4)}`, request: null, detail: { searched: op.id } };
    const id = await this.audit.begin({ person, op: guessNumber, ...about, requestId, address });
    await this.audit.finish(id, { outcome: "ok", status: null, message: null, body: null });
  }
}

const sentence =
  `${mostMisses} numbers that you looked for in the last hour were not found. Phone numbers are hidden from you, ` +
  "so this is limited. Show phone numbers first, or try again later.";

/** A whole number that a read looks for. */
function guessIn({ op, input }: Guess): string | undefined {
  if (isWrite(op)) return undefined;
  const texts = Object.entries(input).flatMap(([key, value]) =>
    typeof value === "string" && !otherInputs.has(key) ? [value] : [],
  );
  return texts.flatMap((text) => numbersInText(text))[0];
}

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
