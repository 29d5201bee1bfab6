/** Cells copied in a spreadsheet, as a file; undefined where the text is no rows, such as one word or an ID. */
export function pastedFile(text: string): File | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row.trim());
  const isRows = rows.length > 1 || /[\t,;|]/.test(rows[0] ?? "");
  return isRows ? new File([text], "pasted rows.csv", { type: "text/tab-separated-values" }) : undefined;
}
