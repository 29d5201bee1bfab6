import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { numberOfCall } from "@/lib/inbox/calls-of-number";
import { numberIn } from "@/lib/numbers/typed-number";

type PersonKey = { number?: string | undefined; country?: string | undefined; call_id?: string | undefined };

export type NumberOf = (key: PersonKey) => Promise<string>;

type KnownCalls = {
  db: Database;
  accountId: string;
  /** Resolves when all records that were read until now are stored. */
  whenStored: () => Promise<unknown>;
};

/** Reads the number of a person in E.164 form, as it was typed or as a call has it. */
export function createNumberOf({ db, accountId, whenStored }: KnownCalls): NumberOf {
  async function ofCall(call_id: string) {
    const known = await numberOfCall(db, accountId, call_id);
    if (known !== undefined) return known;
    // A page asks as soon as it has read the call.
    await whenStored();
    return numberOfCall(db, accountId, call_id);
  }

  return async ({ number, country, call_id }) => {
    if (number !== undefined) return numberIn(number, country);
    const digits = await ofCall(call_id ?? "");
    if (digits === undefined) throw refused("not_found", "The number of this call is not known.");
    return numberIn(`+${digits}`);
  };
}
