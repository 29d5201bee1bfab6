/** A decimal number that PostgreSQL stores exactly. Other texts of a cost are not summed. */
export const isAmount = (text: string) => /^\d{1,12}(\.\d{1,12})?$/.test(text);

/** A code such as "GBP". */
export const isCurrency = (text: string) => /^[A-Za-z]{3}$/.test(text);

/** The cost of a call as it can be summed; nulls if it was not sent, or is no decimal number. */
export function storedCost(cost: string | undefined, currency: string | undefined) {
  if (cost === undefined || !isAmount(cost)) return { cost: null, currency: null };
  return { cost, currency: currency !== undefined && isCurrency(currency) ? currency.toUpperCase() : null };
}
