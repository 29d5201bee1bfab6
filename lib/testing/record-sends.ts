import { randomUUID } from "node:crypto";
import type { Console } from "@/lib/console/console";
import { startCampaign } from "@/lib/contract/api/campaigns";
import type { OpenDatabase } from "@/lib/db/database";
import { personWith } from "./console";

/** Records finished sends, with two lines each. */
export async function recordSends({ audit }: Console, count: number) {
  for (let index = 0; index < count; index += 1) {
    const sent = { person: personWith("admin"), op: startCampaign, target: randomUUID(), request: "POST /v1/x" };
    const entry = await audit.begin({ ...sent, requestId: randomUUID(), address: null });
    await audit.finish(entry, { outcome: "ok", status: 200, message: "Started", body: null });
  }
}

export type Head = { last_id: string; mac: string; seal: string };

export async function headOf(pool: OpenDatabase["pool"]): Promise<Head> {
  return (await pool.query("select last_id, mac, seal from console.audit_head")).rows[0];
}

/** Statements of an attacker who can change tables and triggers, but does not have the secret. */
export const tampering = {
  everything: "delete from console.audit_event",
  checkpoints: "delete from console.audit_checkpoint",
  after: (id: string) => `delete from console.audit_event where id > ${id}`,
  head: ({ last_id, mac, seal }: Head) =>
    `update console.audit_head set last_id = ${last_id}, mac = '${mac}', seal = '${seal}'`,
  reset: "update console.audit_head set last_id = 0, mac = '', seal = ''",
};

const tables = ["audit_event", "audit_head", "audit_checkpoint"];

export const triggers = (state: "enable" | "disable") =>
  tables.map((table) => `alter table console.${table} ${state} trigger user`).join(";");
