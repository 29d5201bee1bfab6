import { and, eq, isNull, or } from "drizzle-orm";
import { bigint, customType, index, integer, jsonb, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { type ContactImport, importOutcomes } from "@/lib/contract/console/imports";
import { consoleSchema, moment } from "./schema";

/** Contact lists sent to campaigns, with counts and a hash, but no contact data. */
export const contactImportTable = consoleSchema.table(
  "contact_import",
  {
    id: text("id").primaryKey(),
    /** Null in rows of versions without accounts. */
    accountId: text("key_print"),
    campaignId: text("campaign_id").notNull(),
    fileName: text("file_name").notNull(),
    sha256: text("sha256").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    counts: jsonb("counts").$type<ContactImport["counts"]>().notNull(),
    rules: jsonb("rules").$type<ContactImport["rules"]>().notNull(),
    outcome: text("outcome", { enum: importOutcomes }),
    status: integer("status"),
    accepted: bigint("accepted", { mode: "number" }),
    begunAt: moment("begun_at").notNull(),
    finishedAt: moment("finished_at"),
    personId: text("person_id").notNull(),
    by: text("by").notNull(),
  },
  (table) => [index("contact_import_campaign").on(table.campaignId, table.begunAt, table.id)],
);

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Rows of an upload that were left out or rejected, as parts of an encrypted file. */
export const leftOutTable = consoleSchema.table(
  "left_out_rows",
  {
    importId: text("import_id").notNull(),
    part: smallint("part").notNull(),
    /** The file is complete once it has as many parts. */
    parts: smallint("parts").notNull(),
    rows: integer("rows").notNull(),
    sealed: bytes("sealed").notNull(),
    keptAt: moment("kept_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part] })],
);

/** The upload of one person. */
export const isOwnImport = (id: string, personId: string) =>
  and(eq(contactImportTable.id, id), eq(contactImportTable.personId, personId));

/** Lists of one account, and older lists of an unknown account. */
export const isSentTo = (accountId: string) =>
  or(eq(contactImportTable.accountId, accountId), isNull(contactImportTable.accountId));
