import type { Drift } from "@/lib/contract/drift";
import { ownAnswer } from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

export type DriftRow = Drift & { operation: string; first_seen_at: string; last_seen_at: string };

export const listDrift = operation({
  id: "drift.list",
  label: "See API differences",
  method: "GET",
  path: "/console/drift",
  output: ownAnswer<{ data: DriftRow[] }>(),
  allow: ["admin"],
});
