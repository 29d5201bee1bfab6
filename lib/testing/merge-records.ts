import type { Database } from "@/lib/db/database";
import { mergeCalls } from "@/lib/inbox/read-arrivals";

/** Makes calls from their stored records and events, as the inbox does when a record was stored. */
export const mergeRecords = (db: Database, accountId: string, ...refs: string[]) =>
  db.transaction((tx) =>
    mergeCalls(tx, { accountId, campaignsOf: async () => new Map(), blockedOf: async () => new Map() }, refs),
  );
