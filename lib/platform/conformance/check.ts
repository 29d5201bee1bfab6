import { isWrite, type Operation, placeholdersOf } from "@/lib/contract/operation";
import type { Answer, Ask } from "./caller";
import { isRecord, type Shape } from "./shape";

/** Identifiers that the checks may use: given, or learned from the lists. */
export type Known = {
  campaign?: string;
  workflow?: string;
  call?: string;
  session?: string;
  tool?: string;
  assistant?: string;
  credential?: string;
  webhook?: string;
};

export type Context = { ask: Ask; known: Known; mayWrite: boolean };

/** One group of assertions. It answers with what is wrong, or with why it could not be tried. */
export type Check = { name: string; run: (context: Context) => Promise<string[] | Skipped> };
export type Skipped = { skipped: string };

export const skipped = (why: string): Skipped => ({ skipped: why });

export const changesSomething = skipped("it may change something: give --allow-writes");

export function expectStatus({ status }: Answer, ...wanted: number[]) {
  return wanted.includes(status) ? [] : [`the status should be ${wanted.join(" or ")}, and is ${status}`];
}

/** What is wrong with an answer that should be a 200 of this shape. */
export function expectAnswer(answer: Answer, shape: Shape) {
  const wrong = expectStatus(answer, 200);
  return wrong.length > 0 ? wrong : shape(answer.body, "");
}

/** An identifier that nothing has must be 404 everywhere. Of a write, nobody can be sure that it changes nothing. */
export function unknownIs404(op: Operation, ...alsoFine: number[]): Check {
  return {
    name: `${op.method} ${op.path}: an identifier that nothing has is not found`,
    run: async ({ ask, mayWrite }) => {
      if (isWrite(op) && !mayWrite) return changesSomething;
      const input = Object.fromEntries(placeholdersOf(op).map((name) => [name, crypto.randomUUID()]));
      return expectStatus(await ask(op, input), 404, ...alsoFine);
    },
  };
}

/** The rows of a list answer, where they are objects. */
export function rowsOf(answer: Answer, key: "items" | "data") {
  const rows = isRecord(answer.body) ? answer.body[key] : undefined;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

export const fieldOf = (answer: Answer, key: string) => (isRecord(answer.body) ? answer.body[key] : undefined);
