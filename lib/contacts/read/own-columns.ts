/** What the files of rows that are not sent say about a row: columns behind the list's own, in this order. */
export const ownColumns = ["row", "problem", "suggestion"];

/** How many columns are the list's own: a file of ours that comes back has more, and a list may have some of their names. */
export function theirColumns(header: readonly string[]): number {
  const theirs = header.length - ownColumns.length;
  return ownColumns.every((name, at) => header[theirs + at]?.trim() === name) ? theirs : header.length;
}
