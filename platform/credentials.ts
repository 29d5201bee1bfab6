import { asc, count, eq, getTableColumns } from "drizzle-orm";
import { getCredential, listCredentials } from "@/lib/contract/api/credentials";
import type { Database } from "@/lib/db/database";
import { notFound } from "@/platform/http/api-error";
import { implement, limitOf, owned } from "@/platform/http/context";
import { credentialTable } from "@/platform/tables/organizations";

export const credentials = (db: Database) => [
  implement(listCredentials, async ({ limit: requestedLimit }, context) => {
    const limit = limitOf(requestedLimit);
    const isOwn = owned(credentialTable, context);
    const data = await db
      .select(listFields)
      .from(credentialTable)
      .where(isOwn)
      .orderBy(asc(credentialTable.created_at), asc(credentialTable.id))
      .limit(limit);
    const [row] = await db.select({ total: count() }).from(credentialTable).where(isOwn);
    return { success: true, data, total: row?.total ?? 0, limit, skip: 0 };
  }),

  implement(getCredential, async ({ credential_id }, context) => {
    const [credential] = await db
      .select({ ...listFields, updated_at })
      .from(credentialTable)
      .where(owned(credentialTable, context, eq(credentialTable.id, credential_id)));
    if (!credential) throw notFound("Credential");
    return { success: true, data: credential };
  }),
];

const { organization_id: _, updated_at, ...listFields } = getTableColumns(credentialTable);
