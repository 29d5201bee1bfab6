import {
  flag,
  integer,
  list,
  nullable,
  openWord,
  optional,
  record,
  result,
  type TypeOf,
  text,
  timestamp,
  unknownRecord,
} from "@/lib/contract/fields";
import { operation } from "@/lib/contract/operation";

export const credential = record({
  id: text,
  name: text,
  auth_type: openWord("bearer_token"),
  status: openWord("active"),
  secret_preview: text,
  public_config: unknownRecord,
  provider_credential_id: text,
  last_sync_status: openWord("synced"),
  last_sync_error: nullable(text),
  created_at: timestamp,
  /** Absent from list items. */
  updated_at: optional(timestamp),
});
export type Credential = TypeOf<typeof credential>;

/** True if `last_sync_error` holds an error. Null, "", "false", "{}" and "[]" are no error. */
export const hasSyncError = ({ last_sync_error: error }: Credential) =>
  error !== undefined && error !== null && !["", "false", "{}", "[]"].includes(error.trim());

/** Initial page size. The API document shows no `skip` input, so more rows need a larger `limit`. */
export const firstCredentials = { limit: 50 };

export const listCredentials = operation({
  id: "credentials.list",
  label: "Read server credentials",
  method: "GET",
  path: "/v1/integrations/server-credentials",
  output: list(credential, "data", { success: flag, total: integer, limit: integer, skip: integer }),
  allow: ["admin", "support"],
});

export const getCredential = operation({
  id: "credentials.get",
  label: "Read one credential",
  method: "GET",
  path: "/v1/integrations/server-credentials/{credential_id}",
  output: result(credential),
  allow: ["admin", "support"],
});
