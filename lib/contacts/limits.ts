/** Upper limits. Above `triedRows` the page warns that the size is untested; above `rows` reading stops. */
export const limits = {
  triedRows: 1_000_000,
  rows: 5_000_000,
  bytes: 512 * 1024 * 1024,
  lineBytes: 64 * 1024,
  columns: 256,
  nameCharacters: 200,
  quotedCharacters: 2_000,
  editedRows: 1_000,
} as const;
