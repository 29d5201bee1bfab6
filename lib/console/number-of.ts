import { refused } from "@/lib/contract/problem";
import type { Database } from "@/lib/db/database";
import { numberOfCall } from "@/lib/inbox/calls-of-number";
import { numberIn } from "@/lib/numbers/typed-number";

type PersonKey = { number?: string | undefined; country?: string | undefined; call_id?: string | undefined };

/** The number of a person in E.164 form, as it was typed or as a call has it. */
export async function numberOf(db: Database, accountId: string, { number, country, call_id }: PersonKey) {
  if (number !== undefined) return numberIn(number, country);
  const digits = await numberOfCall(db, accountId, call_id ?? "");
  if (digits === undefined) throw refused("not_found", "The number of this call is not known.");
  return numberIn(`+${digits}`);
}
