import type { IncomingMessage } from "node:http";
import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type Implemented, implementIn } from "@/lib/contract/operation";
import { ApiError } from "./api-error";

const defaultLimit = 20;

const maxLimit = 100;

export type Organization = { id: string };

/** What a handler knows beside its input: whose key was sent, and the request itself for a body that is a file. */
export type PlatformContext = { organization: Organization; request: IncomingMessage };

export type Handler = Implemented<PlatformContext>;

export const implement = implementIn<PlatformContext>();

/** The one way to a record: a condition that no other organization's record meets, whatever else is asked. */
export function owned(table: { organization_id: AnyPgColumn }, { organization }: Owner, ...conditions: SQL[]) {
  return and(eq(table.organization_id, organization.id), ...conditions);
}

type Owner = { organization: Organization };

/** How many rows a list gives when asked for `limit`. */
export function limitOf(limit = defaultLimit) {
  if (limit <= maxLimit) return limit;
  throw new ApiError("invalid_query", `limit must be at most ${maxLimit}; ${limit} was asked for.`, { field: "limit" });
}
