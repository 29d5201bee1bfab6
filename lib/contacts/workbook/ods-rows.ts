import { numberText } from "./number-format";
import type { XmlHandlers } from "./read-xml";
import { createRowCells, maxColumns, maxRows } from "./row-cells";
import { growsTooMuch, type SheetSink } from "./workbook-types";

type OdsHandlers = {
  /** Receiver of a sheet's rows; undefined if the sheet is not read. */
  sinkOf: (sheet: number) => SheetSink | undefined;
  /** Called at the end of a sheet. */
  onSheet: (sheet: number, about: { name: string; isHidden: boolean }) => void;
};

type Attributes = Readonly<Record<string, string>>;

/** Converts the XML of an OpenDocument spreadsheet to rows. Repeated rows and cells are expanded. */
export function createOdsRows({ sinkOf, onSheet }: OdsHandlers): XmlHandlers {
  const styles = createHiddenStyles();
  let sheets = 0;
  let sheet: { name: string; isHidden: boolean; sink: SheetSink | undefined } | undefined;
  let row: { attributes: Attributes; isBlank: boolean } | undefined;
  let cell: { attributes: Attributes; text: string; paragraphs: number } | undefined;
  let rows = createRowCells();
  let lastRow = 0;
  let column = 0;
  let repeatedCells = 0;
  let isParagraph = false;
  /** Nesting depth in collapsed row groups, and in elements that do not belong to a cell's text. */
  let collapsedGroups = 0;
  let skippedDepth = 0;

  function startSheet(attributes: Attributes) {
    const name = attributes["table:name"] ?? `Sheet ${sheets + 1}`;
    sheet = { name, isHidden: styles.hide(attributes), sink: sinkOf(sheets) };
    rows = createRowCells();
    lastRow = 0;
    column = 0;
    collapsedGroups = 0;
  }

  function startColumns(attributes: Attributes) {
    const count = repeats(attributes["table:number-columns-repeated"], maxColumns);
    if (styles.hide(attributes)) sheet?.sink?.hideColumns(column, count);
    column += count;
  }

  function endCell(
    { attributes, text }: NonNullable<typeof cell>,
    { attributes: rowAttributes, isBlank }: NonNullable<typeof row>,
  ) {
    const cellText = odsCellText(attributes, text);
    const repeated = repeats(attributes["table:number-columns-repeated"], maxColumns);
    if (cellText !== "") {
      if (isBlank) rows.begin(lastRow + repeats(rowAttributes["table:number-rows-repeated"], maxRows));
      if (row) row.isBlank = false;
      for (let index = 0; index < repeated; index += 1) rows.put(column + index, cellText);
    }
    column += repeated;
  }

  function endRow({ attributes, isBlank }: NonNullable<typeof row>) {
    const repeated = repeats(attributes["table:number-rows-repeated"], maxRows);
    const isHidden = collapsedGroups > 0 || styles.hide(attributes);
    // The last row of a sheet repeats for the million blank rows below it.
    if (!isBlank) {
      const cells = rows.cells();
      if (repeated > 1) repeatedCells += cells.length * repeated;
      if (repeatedCells > maxRepeatedCells) throw growsTooMuch();
      for (let index = 1; index <= repeated; index += 1) sheet?.sink?.row(lastRow + index, cells, isHidden);
    }
    lastRow += repeated;
  }

  function endSheet({ name, isHidden }: NonNullable<typeof sheet>) {
    onSheet(sheets, { name, isHidden });
    sheets += 1;
    sheet = undefined;
  }

  function openInCell(name: string, attributes: Attributes) {
    if (!cell) return;
    if (name === "p") {
      isParagraph = true;
      if (cell.paragraphs > 0) cell.text += "\n";
      cell.paragraphs += 1;
    } else if (name === "s") cell.text += " ".repeat(repeats(attributes["text:c"], maxBlanks));
    else if (name === "tab") cell.text += "\t";
    else if (name === "line-break") cell.text += "\n";
  }

  function openInSheet(name: string, attributes: Attributes) {
    if (name === "table-column") startColumns(attributes);
    else if (name === "table-row-group") collapsedGroups += collapsedGroups > 0 || isNotDisplayed(attributes) ? 1 : 0;
    else if (name === "table-row") {
      row = { attributes, isBlank: true };
      column = 0;
    } else if (row && (name === "table-cell" || name === "covered-table-cell"))
      cell = { attributes, text: "", paragraphs: 0 };
  }

  return {
    open(name, attributes) {
      if (skippedDepth > 0 || (cell ? skippedInCells : skippedInSheets).has(name)) skippedDepth += 1;
      else if (cell) openInCell(name, attributes);
      else if (sheet) openInSheet(name, attributes);
      else if (name === "table") startSheet(attributes);
      else styles.open(name, attributes);
    },
    text(text) {
      // Line breaks and indentation of the XML count as blanks.
      if (cell && isParagraph && skippedDepth === 0) cell.text += text.replace(/[ \t\r\n]+/g, " ");
    },
    close(name) {
      if (skippedDepth > 0) skippedDepth -= 1;
      else if (name === "p") isParagraph = false;
      else if (cell && row && (name === "table-cell" || name === "covered-table-cell")) {
        endCell(cell, row);
        cell = undefined;
      } else if (row && name === "table-row") {
        endRow(row);
        row = undefined;
      } else if (sheet && name === "table-row-group") collapsedGroups = Math.max(collapsedGroups - 1, 0);
      else if (sheet && name === "table") endSheet(sheet);
    },
  };
}

const skippedInSheets: ReadonlySet<string> = new Set(["shapes", "forms", "dde-links", "tracked-changes"]);

/** Comments, drawings and tables inside a cell, and the pronunciation of its text. */
const skippedInCells: ReadonlySet<string> = new Set(
  "annotation frame custom-shape g rect line circle ellipse control image object table ruby-text note detective".split(
    " ",
  ),
);

const maxBlanks = 1_000;
/** A few bytes of XML can repeat a cell over the whole sheet. */
const maxRepeatedCells = 4_000_000;

const repeats = (value: string | undefined, maximum: number) =>
  Math.min(Math.max(Math.trunc(Number(value ?? 1)) || 1, 1), maximum);

const isNotDisplayed = (attributes: Attributes) => attributes["table:display"] === "false";

/** Tracks the styles that hide sheets, rows and columns. */
function createHiddenStyles() {
  const hidden = new Set<string>();
  let style = "";
  return {
    open(name: string, attributes: Attributes) {
      if (name === "style") style = attributes["style:name"] ?? "";
      else if (name === "table-properties" ? isNotDisplayed(attributes) : hasNoSize(name, attributes))
        hidden.add(style);
    },
    hide: (attributes: Attributes) =>
      /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "") ||
      hidden.has(attributes["table:style-name"] ?? ""),
  };
}

const hasNoSize = (name: string, attributes: Attributes) =>
  (name === "table-row-properties" && isZero(attributes["style:row-height"])) ||
  (name === "table-column-properties" && isZero(attributes["style:column-width"]));

const isZero = (size: string | undefined) => size !== undefined && /^0(?:\.0*)?[a-z]*$/i.test(size);

/** Text of an OpenDocument cell, or its value if the text shows that in another form. */
function odsCellText(attributes: Readonly<Record<string, string>>, text: string): string {
  switch (attributes["office:value-type"]) {
    case "float":
    case "percentage":
    case "currency":
      return shownNumber(numberText(attributes["office:value"] ?? ""), text);
    case "date":
      return (attributes["office:date-value"] ?? text).replace(/T00:00:00(?:\.0+)?$/, "");
    case "boolean":
      return attributes["office:boolean-value"] === "true" ? "TRUE" : "FALSE";
    case "string":
      return attributes["office:string-value"] ?? text;
    default:
      return text;
  }
}

/** Returns the text if it has all digits of the value. A format may add a plus, zeros or blanks, which are intended. */
function shownNumber(value: string, text: string): string {
  if (!/^\d+$/.test(value) || !/^\+?[\d\s().-]+$/.test(text)) return value || text;
  const digits = (from: string) => from.replace(/\D/g, "").replace(/^0+/, "");
  return digits(text) === digits(value) ? text : value;
}
