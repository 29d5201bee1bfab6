import { lockInTransaction, type Transaction } from "@/lib/db/database";

/** Serializes what makes and changes events. */
export const takeInboxTurn = (tx: Transaction, accountId: string) => lockInTransaction(tx, `inbox ${accountId}`);
