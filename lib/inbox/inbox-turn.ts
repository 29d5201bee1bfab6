import { type Transaction, takeTurn } from "@/lib/db/database";

/** Serializes what makes and changes events. */
export const takeInboxTurn = (tx: Transaction, accountId: string) => takeTurn(tx, `inbox ${accountId}`);
