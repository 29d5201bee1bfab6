/** True for each end of a page beyond which the list goes on. */
export type PageEnds = { hasBefore: boolean; hasAfter: boolean };

/** True if the page has all rows of a day, by its position among the days of the page. Other days have no known count. */
export const isWholeDay = (position: number, days: number, { hasBefore, hasAfter }: PageEnds) =>
  (position > 0 || !hasBefore) && (position < days - 1 || !hasAfter);
