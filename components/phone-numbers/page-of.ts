import { usualLimit } from "@/lib/client/number-pages";

export const rowChoices = ["20", "50", "100"] as const;

/** The page and the limit that an address names, or the usual ones. */
export function pageOf(page: unknown, rows: unknown) {
  const wanted = typeof page === "string" && /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  const limit = rowChoices.some((choice) => choice === rows) ? Number(rows) : usualLimit;
  return { page: wanted, limit };
}
