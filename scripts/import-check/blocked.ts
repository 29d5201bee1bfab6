import { blockedPositions } from "@/lib/console/do-not-call";
import type { ContactEngine, Report } from "@/lib/contacts/engine";
import { comparedAtOnce } from "@/lib/contract/console/contact-lists";
import { hashNumbers } from "@/lib/db/console/number-hashes";
import type { Database } from "@/lib/db/database";
import { countOf } from "@/lib/format/format-count";
import { withDatabase } from "../support/operator-database";

type Compared = { report: Report; isCompared: boolean; note: string };

const notCompared = `The do-not-call list was not compared, because the database of the installation was not reached.
The upload page compares it.`;

/** Leaves out rows with numbers on the installation's do-not-call list, if its database can be reached. */
export async function leaveOutBlocked(engine: ContactEngine, report: Report): Promise<Compared> {
  try {
    const rows = await withDatabase(({ db }, secret) => blockedRows(engine, db, secret));
    const counted = await engine.leaveOut(report.checkId, { do_not_call: Uint32Array.from(rows) });
    const note = `The do-not-call list was compared: ${countOf(rows.length, "row")} left out.`;
    return { report: counted, isCompared: true, note };
  } catch {
    // Most people check lists without the database, so the reason is no error.
    return { report, isCompared: false, note: notCompared };
  }
}

async function blockedRows(engine: ContactEngine, db: Database, secret: string): Promise<number[]> {
  const blocked = new Set<number>();
  for (let after = 0; ; ) {
    const { last, ...batch } = await engine.numbers(after, comparedAtOnce);
    if (last === undefined) return [...blocked];
    const rows = [...batch.rows, ...batch.otherRows];
    const numbers = Array.from([...batch.numbers, ...batch.otherNumbers], (number) => `+${number}`);
    const positions = await blockedPositions(db, await hashNumbers(secret, numbers));
    for (const position of positions) blocked.add(rows[position] ?? 0);
    after = last;
  }
}
