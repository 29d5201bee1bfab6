import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-custom.js";

/** Cell of a generated workbook. `xml` is the complete element; `style` is the index of its format. */
export type CellInput = string | number | boolean | null | { number: string; style?: number } | { xml: string };

export type SheetInput = {
  name: string;
  rows: readonly (readonly CellInput[])[];
  state?: string;
  xml?: string;
  hiddenRows?: readonly number[];
  hiddenColumns?: readonly number[];
};

type WorkbookOptions = { formats?: readonly (string | number)[]; is1904?: boolean; texts?: "shared" | "inline" };

/** Creates an .xlsx file with rows from row 1. */
export function makeWorkbook(sheets: readonly SheetInput[], options: WorkbookOptions = {}): Promise<Blob> {
  return makeZip(workbookParts(sheets, options));
}

export async function makeZip(parts: Readonly<Record<string, string>>): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries(parts)) await zip.add(path, new TextReader(text));
  return zip.close();
}

export function workbookParts(
  sheets: readonly SheetInput[],
  { formats = [], is1904, texts = "shared" }: WorkbookOptions = {},
) {
  const shared = new Map<string, number>();
  const parts: Record<string, string> = {
    "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": mainXml(sheets, is1904 ?? false),
    "xl/_rels/workbook.xml.rels": relations([
      ...sheets.map((_, index): [string, string] => ["worksheet", `worksheets/sheet${index + 1}.xml`]),
      ["styles", "styles.xml"],
      ...(texts === "shared" ? [["sharedStrings", "sharedStrings.xml"] as [string, string]] : []),
    ]),
    "xl/styles.xml": stylesXml(formats),
  };
  for (const [index, sheet] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      sheet.xml ?? sheetXml(sheet, texts === "shared" ? shared : undefined);
  if (texts === "shared") parts["xl/sharedStrings.xml"] = stringsXml([...shared.keys()].map(textXml));
  return parts;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export const stringsXml = (items: readonly string[]) =>
  `${head}<sst ${namespace}>${items.map((item) => `<si>${item}</si>`).join("")}</sst>`;

export const rowsXml = (rows: string, before = "") =>
  `${head}<worksheet ${namespace}>${before}<sheetData>${rows}</sheetData></worksheet>`;

export function relations(targets: readonly (readonly [type: string, target: string])[]) {
  const elements = targets.map(
    ([type, target], index) => `<Relationship Id="r${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships>${elements.join("")}</Relationships>`;
}

function mainXml(sheets: readonly SheetInput[], is1904: boolean) {
  const elements = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="r${index + 1}"/>`,
  );
  return `${head}<workbook ${namespace} xmlns:r="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${elements.join("")}</sheets></workbook>`;
}

/** Style 0 is plain. The formats follow, by code or by built-in number. */
function stylesXml(formats: readonly (string | number)[]) {
  const idOf = (format: string | number, index: number) => (typeof format === "number" ? format : 164 + index);
  const codes = formats.map((format, index) =>
    typeof format === "string" ? `<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>` : "",
  );
  const styles = formats.map((format, index) => `<xf numFmtId="${idOf(format, index)}"/>`);
  return `${head}<styleSheet ${namespace}><numFmts>${codes.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join("")}</cellXfs></styleSheet>`;
}

function sheetXml({ rows, hiddenRows = [], hiddenColumns = [] }: SheetInput, shared: Map<string, number> | undefined) {
  const written = rows.map((cells, row) => {
    const all = cells.map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, shared)).join("");
    const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : "";
    return all === "" && hidden === "" ? "" : `<row r="${row + 1}"${hidden}>${all}</row>`;
  });
  const columns = hiddenColumns.map((index) => `<col min="${index}" max="${index}" width="0" hidden="1"/>`).join("");
  return rowsXml(written.join(""), columns && `<cols>${columns}</cols>`);
}

function cellXml(cell: CellInput, reference: string, shared: Map<string, number> | undefined) {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === "object" && "xml" in cell) return cell.xml;
  if (typeof cell === "object") return `<c r="${reference}" s="${cell.style ?? 0}"><v>${cell.number}</v></c>`;
  if (!shared) return `<c r="${reference}" t="inlineStr"><is>${textXml(cell)}</is></c>`;
  if (!shared.has(cell)) shared.set(cell, shared.size);
  return `<c r="${reference}" t="s"><v>${shared.get(cell)}</v></c>`;
}

const textXml = (text: string) => `<t xml:space="preserve">${escaped(text)}</t>`;

/** Writes characters that XML cannot contain, or would change, as _x000D_. */
export function escaped(text: string) {
  return (
    text
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these.
      .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, (c) => `_x${c.charCodeAt(0).toString(16).padStart(4, "0")}_`)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
