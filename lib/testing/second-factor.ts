import type { Pool } from "pg";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/contract/console/people/second-factor";
import type { OutputOf } from "@/lib/contract/operation";
import { codeOf } from "./authenticator";
import { type freshConsole, password } from "./console";

type Tested = Pick<Awaited<ReturnType<typeof freshConsole>>, "console" | "run" | "database">;

/** Sets up the second factor of the person with this session, who then can use the current code again. */
export async function setUpFactor({ console, run, database }: Tested, cookie: string) {
  const person = await console.personOf(cookie);
  if (!person) throw new Error("Nobody has this session.");
  const { secret, sealed } = (await run(beginSecondFactor, { password }, person)) as OutputOf<typeof beginSecondFactor>;
  const input = { sealed, code: codeOf(secret) };
  const { codes } = (await run(confirmSecondFactor, input, person)) as OutputOf<typeof confirmSecondFactor>;
  await forgetStep(database.pool, person.id);
  return { person, secret, sealed, codes };
}

/** As if the last code had been used long ago. */
export const forgetStep = (pool: Pool, userId: string) =>
  pool.query("update console.second_factor set last_step = 0 where user_id = $1", [userId]);
