import { beforeEach } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { listSaved } from "@/lib/contract/console/saved";
import type { InputOf } from "@/lib/contract/inputs";
import type { OutputOf, Role } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";
import type { Observation } from "@/lib/gateway/observation";
import { freshConsole, personWith } from "./console";

/** A console that stores what it observes, with its registry and differences emptied before each test. */
export async function freshRegistry() {
  const { console, database, run } = await freshConsole();
  beforeEach(async () => {
    await console.close();
    await database.pool.query("delete from console.saved_record; delete from console.drift");
  });
  const list = async (role: Role = "admin", input: InputOf<typeof listSaved> = {}) => {
    await console.close();
    const { data } = (await run(listSaved, input, personWith(role))) as OutputOf<typeof listSaved>;
    return data;
  };
  return { console, database, run, list };
}

export const observation = (values: Partial<Observation>): Observation => ({
  op: getAssistant,
  input: { assistant_id: "a/1" },
  person: personWith("support"),
  at: new Date("2026-11-20T10:00:00Z"),
  ms: 12,
  status: 200,
  problem: null,
  ...values,
});

export const gone = new Problem("not_found", undefined, { upstream: { status: 404 } });
