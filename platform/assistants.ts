import { eq } from "drizzle-orm";
import { getAssistant } from "@/lib/contract/api/assistants";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, owned } from "@/platform/http/context";
import { assistantTable } from "./tables/assistants";

export const assistants = (db: Database) => [
  implement(getAssistant, async ({ assistant_id }, context) => {
    const [assistant] = await db
      .select()
      .from(assistantTable)
      .where(owned(assistantTable, context, eq(assistantTable.id, assistant_id)));
    if (!assistant) throw notFound("Assistant");
    return { success: true, data: assistant };
  }),
];
