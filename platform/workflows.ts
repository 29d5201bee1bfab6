import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { getWorkflow, publishWorkflow } from "@/lib/contract/api/workflows";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, owned } from "@/platform/http/context";
import { workflowTable, workflowVersionTable } from "./tables/workflows";

export const workflows = (db: Database) => [
  implement(getWorkflow, async ({ workflow_ref }, context) => {
    const [workflow] = await db
      .select(fields)
      .from(workflowTable)
      .where(owned(workflowTable, context, eq(workflowTable.ref, workflow_ref)));
    if (!workflow) throw notFound("Workflow");
    const { id, published_version: version } = workflow;
    const [published = null] = await db
      .select({ version: workflowVersionTable.version, published_at: workflowVersionTable.published_at, nodes, edges })
      .from(workflowVersionTable)
      .where(and(eq(workflowVersionTable.workflow_id, id), eq(workflowVersionTable.version, version ?? 0)));
    return { success: true, data: { ...workflow, published } };
  }),

  implement(publishWorkflow, async ({ workflow_ref }, context) => {
    const data = await db.transaction(async (tx) => {
      const [published] = await tx
        .update(workflowTable)
        .set(nextVersion)
        .where(owned(workflowTable, context, eq(workflowTable.ref, workflow_ref)))
        .returning();
      if (!published) throw notFound("Workflow");
      const { id: workflow_id, version, nodes, edges } = published;
      await tx.insert(workflowVersionTable).values({ workflow_id, version, nodes, edges });
      return { version, status: published.status };
    });
    return { success: true, data };
  }),
];

const nextVersion = {
  status: "published",
  version: sql`${workflowTable.version} + 1`,
  published_version: sql`${workflowTable.version} + 1`,
  has_unpublished_changes: false,
  published_at: sql`now()`,
  published_by: "api-key",
  updated_at: sql`now()`,
} as const;

const { organization_id: _, ...fields } = getTableColumns(workflowTable);
const { nodes, edges } = getTableColumns(workflowVersionTable);
