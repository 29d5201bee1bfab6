/** Input of the read that finds a campaign's number. Page and browser use the same, so that they share the answer. */
export const numbersRead = { page: 1, limit: 100 };
