import { getTableColumns } from "drizzle-orm";
import { callTable } from "@/lib/platform/tables/calls";

/** A call as the API shows it: without what the simulated carrier has decided about it. */
export function wireCall({ plan: _, next_step_at: __, ...call }: typeof callTable.$inferSelect) {
  return call;
}

const { plan: _, next_step_at: __, ...fields } = getTableColumns(callTable);
export const wireCallFields = fields;
