import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "@/lib/db/database";
import { apiKeyTable } from "@/lib/platform/tables/organizations";
import { ApiError } from "./api-error";
import type { Organization } from "./context";

/** The organization whose key a request carries. */
export async function organizationOf(db: Database, authorization: string | undefined): Promise<Organization> {
  const key = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1];
  if (!key) throw refused("Send your API key as “Authorization: Bearer <API_KEY>”.");
  const [found] = await db
    .select({ id: apiKeyTable.organization_id })
    .from(apiKeyTable)
    .where(eq(apiKeyTable.sha256, hashOf(key)));
  if (!found) throw refused("This API key is not known.");
  return found;
}

/** Lets a key in. Only its hash is kept. A key that is known needs no write, which a disk that is nearly full refuses. */
export async function registerKey(db: Database, organization: Organization, key: string) {
  const isKnown = eq(apiKeyTable.sha256, hashOf(key));
  const known = await db.select().from(apiKeyTable).where(isKnown).limit(1);
  if (known.length > 0) return;
  await db
    .insert(apiKeyTable)
    .values({ sha256: hashOf(key), organization_id: organization.id })
    .onConflictDoNothing();
}

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

const refused = (sentence: string) =>
  new ApiError("unauthenticated", sentence, undefined, { "www-authenticate": "Bearer" });
