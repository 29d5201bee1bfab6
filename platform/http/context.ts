import type { IncomingMessage } from "node:http";
import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { type Implemented, implementIn } from "@/lib/contract/implement";
import { ApiError } from "./api-error";

const defaultLimit = 20;

const maxLimit = 100;

export type Organization = { id: string };

/** The organization of the key, and the request for bodies that are files. */
export type PlatformContext = { organization: Organization; request: IncomingMessage };

export type Handler = Implemented<PlatformContext>;

export const implement = implementIn<PlatformContext>();

/** Restricts a query to the organization's own records. Every query for records must use it. */
export function owned(table: { organization_id: AnyPgColumn }, { organization }: Owner, ...conditions: SQL[]) {
  return and(eq(table.organization_id, organization.id), ...conditions);
}

type Owner = { organization: Organization };

/** The row limit of a list. Throws an ApiError if it is too large. */
export function limitOf(limit = defaultLimit) {
  if (limit <= maxLimit) return limit;
  throw new ApiError("invalid_query", `limit must be at most ${maxLimit}; ${limit} was asked for.`, { field: "limit" });
}
