import { escaped, makeZip } from "./make-workbook";

/** Cell of a generated spreadsheet: a text, or a value with its shown text. `xml` is the complete element. */
export type OdsCell = string | null | { value: string; type?: string; text?: string } | { xml: string };

export type OdsSheet = {
  name: string;
  rows: readonly (readonly OdsCell[])[];
  isHidden?: boolean;
  /** Attributes of the row elements, by row from 1. */
  rowAttributes?: Readonly<Record<number, string>>;
  columns?: string;
};

const namespaces = ["office", "table", "text", "style", "draw"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** Creates an .ods file as LibreOffice writes it. */
export const makeOds = (sheets: readonly OdsSheet[]): Promise<Blob> =>
  makeZip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": odsXml(sheets) });

const odsXml = (sheets: readonly OdsSheet[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content ${namespaces} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><style:style style:name="shown" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="hid" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${sheets.map(sheetXml).join("")}</office:spreadsheet></office:body></office:document-content>`;

function sheetXml({ name, rows, isHidden, rowAttributes = {}, columns = "" }: OdsSheet) {
  const written = rows.map(
    (cells, index) =>
      `<table:table-row ${rowAttributes[index + 1] ?? ""}>${cells.map(cellXml).join("")}</table:table-row>`,
  );
  const blank =
    '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>';
  return `<table:table table:name="${escaped(name)}" table:style-name="${isHidden ? "hid" : "shown"}">${columns}${written.join("")}${blank}</table:table>`;
}

function cellXml(cell: OdsCell) {
  if (cell === null || cell === "") return "<table:table-cell/>";
  if (typeof cell === "string")
    return `<table:table-cell office:value-type="string">${paragraphs(cell)}</table:table-cell>`;
  if ("xml" in cell) return cell.xml;
  const { value, type = "float", text = value } = cell;
  return `<table:table-cell office:value-type="${type}" office:${type === "float" ? "value" : `${type}-value`}="${value}">${paragraphs(text)}</table:table-cell>`;
}

const paragraphs = (text: string) =>
  text
    .split("\n")
    .map((line) => `<text:p>${escaped(line).replace(/ (?= )|^ | $/g, "<text:s/>")}</text:p>`)
    .join("");
