import { boolean, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { created_at, id, moment, now, organization_id, platform, updated_at } from "./organizations";

export const workflowTable = platform.table(
  "workflows",
  {
    id: id(),
    organization_id: organization_id(),
    ref: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text({ enum: ["draft", "published", "archived"] }).notNull(),
    version: integer().notNull(),
    published_version: integer(),
    has_unpublished_changes: boolean().notNull(),
    nodes: jsonb().$type<unknown[]>().notNull(),
    edges: jsonb().$type<unknown[]>().notNull(),
    published_at: moment(),
    published_by: text(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (table) => [unique().on(table.organization_id, table.ref)],
);

export const workflowVersionTable = platform.table(
  "workflow_versions",
  {
    workflow_id: text()
      .notNull()
      .references(() => workflowTable.id),
    version: integer().notNull(),
    nodes: jsonb().$type<unknown[]>().notNull(),
    edges: jsonb().$type<unknown[]>().notNull(),
    published_at: moment().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.workflow_id, table.version] })],
);
