import { createCaller, isNotAnswering, type Target } from "./caller";
import type { Check, Context, Known } from "./check";
import { listChecks } from "./lists";
import { readChecks } from "./reads";
import { writeChecks } from "./writes";

/** Every check, in the order in which they must run: lists teach identifiers, and writes end what reads look at. */
export const checks: readonly Check[] = [...listChecks, ...readChecks, ...writeChecks];

export type Outcome = { name: string; outcome: "passed" | "failed" | "skipped"; notes: string[] };
type Asked = Target & { known: Known; mayWrite: boolean };

export const createContext = ({ known, mayWrite, ...target }: Asked): Context => ({
  ask: createCaller(target),
  known: { ...known },
  mayWrite,
});

/** Tries a platform, whichever it is, against the API document. */
export async function* runConformance(asked: Asked): AsyncGenerator<Outcome> {
  const context = createContext(asked);
  for (const { name, run } of checks) yield { name, ...(await outcomeOf(run, context)) };
}

async function outcomeOf(run: Check["run"], context: Context): Promise<Omit<Outcome, "name">> {
  try {
    const found = await run(context);
    if ("skipped" in found) return { outcome: "skipped", notes: [found.skipped] };
    return { outcome: found.length > 0 ? "failed" : "passed", notes: found };
  } catch (error) {
    if (isNotAnswering(error)) return { outcome: "skipped", notes: ["The platform has stopped answering."] };
    return { outcome: "failed", notes: [error instanceof Error ? error.message : String(error)] };
  }
}
