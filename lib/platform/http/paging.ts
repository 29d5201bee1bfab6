import { ApiError } from "./api-error";

const defaultLimit = 20;
const maxLimit = 100;

/** How many rows a list gives when asked for `limit`. */
export function limitOf(limit = defaultLimit) {
  if (limit <= maxLimit) return limit;
  throw new ApiError("invalid_query", `limit must be at most ${maxLimit}; ${limit} was asked for.`, { field: "limit" });
}
