import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { apiKeyTable } from "@/platform/tables/organizations";
import { ApiError } from "./api-error";
import type { Organization } from "./context";

/** The organization of the request's API key. Throws an ApiError if the key is missing or unknown. */
export async function organizationOf(db: Database, authorization: string | undefined): Promise<Organization> {
  const key = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1];
  if (!key) throw refused("Send your API key as “Authorization: Bearer <API_KEY>”.");
  const [row] = await db
    .select({ id: apiKeyTable.organization_id })
    .from(apiKeyTable)
    .where(eq(apiKeyTable.sha256, hashOf(key)));
  if (!row) throw refused("This API key is not known.");
  return row;
}

/** Stores only the key's hash. Writes nothing for an existing key, because a nearly full disk refuses writes. */
export async function registerKey(db: Database, organization: Organization, key: string) {
  const isKey = eq(apiKeyTable.sha256, hashOf(key));
  const rows = await db.select().from(apiKeyTable).where(isKey).limit(1);
  if (rows.length > 0) return;
  await db
    .insert(apiKeyTable)
    .values({ sha256: hashOf(key), organization_id: organization.id })
    .onConflictDoNothing();
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

const refused = (sentence: string) =>
  new ApiError("unauthenticated", sentence, undefined, { "www-authenticate": "Bearer" });
