import type { Database } from "@/lib/db/database";

/** A transaction in progress; what takes one is only ever called inside it. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
