import { index, jsonb, text } from "drizzle-orm/pg-core";
import { id, moment, now, platform } from "./columns";
import { organization_id } from "./organizations";

export const sessionTable = platform.table(
  "sessions",
  {
    id: id(),
    organization_id: organization_id(),
    call_id: text(),
    assistant_id: text(),
    channel: text({ enum: ["phone", "web", "chat"] }).notNull(),
    status: text({ enum: ["active", "ended"] }).notNull(),
    started_at: moment().notNull().default(now),
    ended_at: moment(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index().on(table.call_id)],
);
