import type { ContactEngine, Report } from "@/lib/contacts/engine";
import type { WriteLeftOut } from "./keep-left-out";
import { rejectedRows } from "./rows-blamed";

const noop = () => undefined;

/** Writes the rows left out now, because the engine ends with the page, and again if the platform rejected some. */
export function leftOutWriter(engine: ContactEngine, { checkId }: Report, leftOut: number): WriteLeftOut {
  const early = leftOut > 0 ? engine.write({ kind: "notSent", checkId }, noop) : Promise.resolve(undefined);
  early.catch(noop);
  return async (raw) => {
    const rejected = await rejectedRows(raw, engine).catch(() => new Map<number, string>());
    return rejected.size > 0 ? engine.write({ kind: "notSent", checkId, rejected }, noop).catch(() => early) : early;
  };
}
