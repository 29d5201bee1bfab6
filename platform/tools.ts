import { eq } from "drizzle-orm";
import { deleteTool, getTool } from "@/lib/contract/api/tools";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, owned } from "@/platform/http/context";
import { toolTable } from "./tables/tools";

export const tools = (db: Database) => [
  implement(getTool, async ({ tool_id }, context) => {
    const [tool] = await db
      .select()
      .from(toolTable)
      .where(owned(toolTable, context, eq(toolTable.id, tool_id)));
    if (!tool) throw notFound("Tool");
    return { success: true, data: tool };
  }),

  implement(deleteTool, async ({ tool_id }, context) => {
    const [deleted] = await db
      .delete(toolTable)
      .where(owned(toolTable, context, eq(toolTable.id, tool_id)))
      .returning({ name: toolTable.name });
    if (!deleted) throw notFound("Tool");
    return { success: true, message: `Tool “${deleted.name}” was deleted.` };
  }),
];
