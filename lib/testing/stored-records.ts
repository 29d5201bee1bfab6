import { beforeEach } from "vitest";
import { answerOf, storeVersion } from "@/lib/collector/records/store-versions";
import { addRecords } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation, OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import { freshConsole, personWith } from "./console";

export const accountId = "one organization";

const start = Date.UTC(2026, 10, 20, 14);
export const minute = (count: number) => new Date(start + count * 60_000);

/** A console with records as polls have stored them, emptied before each test. */
export async function freshStoredRecords() {
  const read = () => Promise.reject(new Problem("upstream-unreachable"));
  const { console, database, run } = await freshConsole({ collect: { accountId, read } });
  const { db, pool } = database;
  beforeEach(async () => {
    await pool.query("delete from console.record_version; delete from console.saved_record");
  });

  /** Registers a record and stores its content. */
  async function keep(resource: string, ref: string, record: unknown, at = minute(0)) {
    await run(addRecords, { resource, refs: [ref] }, personWith("admin"));
    await keepVersion(resource, ref, record, at);
  }

  async function keepVersion(resource: string, ref: string, record: Record<string, unknown> | unknown, at = minute(0)) {
    await storeVersion(db, { accountId, resource, ref, answer: answerOf(record), at });
    const { name, status } = record as { name?: string; status?: string };
    await pool.query(
      "update console.saved_record set name = $3, last_status_word = $4 where resource = $1 and ref = $2",
      [resource, ref, name ?? null, status ?? null],
    );
  }

  async function ask<Op extends Operation>(op: Op, input: InputOf<Op>, role: Role = "admin"): Promise<OutputOf<Op>> {
    return (await run(op, input as Record<string, unknown>, personWith(role))) as OutputOf<Op>;
  }
  return { console, db, pool, run, keep, keepVersion, ask };
}
