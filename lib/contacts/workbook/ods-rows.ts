import { numberText } from "./number-format";
import type { XmlHandlers } from "./read-xml";
import { createRowCells, mostColumns, mostRows } from "./row-cells";
import { growsTooMuch, type SheetSink } from "./workbook-types";

type OdsHandlers = {
  /** Where the rows of a sheet go; nowhere if it is not read. */
  sinkOf: (sheet: number) => SheetSink | undefined;
  /** Called where a sheet ends. */
  onSheet: (sheet: number, about: { name: string; isHidden: boolean }) => void;
};

type Attributes = Readonly<Record<string, string>>;

/** Turns the XML of an OpenDocument spreadsheet into rows. What stands once for many rows or cells is written as often. */
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
  /** How deep we are in groups of rows that are closed, and in elements that are no part of what a cell says. */
  let closedGroups = 0;
  let aside = 0;

  function startSheet(attributes: Attributes) {
    const name = attributes["table:name"] ?? `Sheet ${sheets + 1}`;
    sheet = { name, isHidden: styles.hide(attributes), sink: sinkOf(sheets) };
    rows = createRowCells();
    lastRow = 0;
    column = 0;
    closedGroups = 0;
  }

  function startColumns(attributes: Attributes) {
    const count = repeats(attributes["table:number-columns-repeated"], mostColumns);
    if (styles.hide(attributes)) sheet?.sink?.hideColumns(column, count);
    column += count;
  }

  function endCell(
    { attributes, text }: NonNullable<typeof cell>,
    { attributes: own, isBlank }: NonNullable<typeof row>,
  ) {
    const cellText = odsCellText(attributes, text);
    const repeated = repeats(attributes["table:number-columns-repeated"], mostColumns);
    if (cellText !== "") {
      if (isBlank) rows.begin(lastRow + repeats(own["table:number-rows-repeated"], mostRows));
      if (row) row.isBlank = false;
      for (let at = 0; at < repeated; at += 1) rows.put(column + at, cellText);
    }
    column += repeated;
  }

  function endRow({ attributes, isBlank }: NonNullable<typeof row>) {
    const repeated = repeats(attributes["table:number-rows-repeated"], mostRows);
    const isHidden = closedGroups > 0 || styles.hide(attributes);
    // A sheet's last row stands for the million blank ones below it.
    if (!isBlank) {
      const cells = rows.cells();
      if (repeated > 1) repeatedCells += cells.length * repeated;
      if (repeatedCells > mostRepeatedCells) throw growsTooMuch();
      for (let at = 1; at <= repeated; at += 1) sheet?.sink?.row(lastRow + at, cells, isHidden);
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
    } else if (name === "s") cell.text += " ".repeat(repeats(attributes["text:c"], mostBlanks));
    else if (name === "tab") cell.text += "\t";
    else if (name === "line-break") cell.text += "\n";
  }

  function openInSheet(name: string, attributes: Attributes) {
    if (name === "table-column") startColumns(attributes);
    else if (name === "table-row-group") closedGroups += closedGroups > 0 || isClosed(attributes) ? 1 : 0;
    else if (name === "table-row") {
      row = { attributes, isBlank: true };
      column = 0;
    } else if (row && (name === "table-cell" || name === "covered-table-cell"))
      cell = { attributes, text: "", paragraphs: 0 };
  }

  return {
    open(name, attributes) {
      if (aside > 0 || (cell ? asideInCells : asideInSheets).has(name)) aside += 1;
      else if (cell) openInCell(name, attributes);
      else if (sheet) openInSheet(name, attributes);
      else if (name === "table") startSheet(attributes);
      else styles.open(name, attributes);
    },
    text(text) {
      // Line breaks and indents of the XML itself are blanks.
      if (cell && isParagraph && aside === 0) cell.text += text.replace(/[ \t\r\n]+/g, " ");
    },
    close(name) {
      if (aside > 0) aside -= 1;
      else if (name === "p") isParagraph = false;
      else if (cell && row && (name === "table-cell" || name === "covered-table-cell")) {
        endCell(cell, row);
        cell = undefined;
      } else if (row && name === "table-row") {
        endRow(row);
        row = undefined;
      } else if (sheet && name === "table-row-group") closedGroups = Math.max(closedGroups - 1, 0);
      else if (sheet && name === "table") endSheet(sheet);
    },
  };
}

const asideInSheets: ReadonlySet<string> = new Set(["shapes", "forms", "dde-links", "tracked-changes"]);

/** Comments, drawings and tables inside a cell, and how its text is pronounced. */
const asideInCells: ReadonlySet<string> = new Set(
  "annotation frame custom-shape g rect line circle ellipse control image object table ruby-text note detective".split(
    " ",
  ),
);

const mostBlanks = 1_000;
/** A few bytes of XML may stand for all the cells of a sheet. */
const mostRepeatedCells = 4_000_000;

const repeats = (written: string | undefined, most: number) =>
  Math.min(Math.max(Math.trunc(Number(written ?? 1)) || 1, 1), most);

const isClosed = (attributes: Attributes) => attributes["table:display"] === "false";

/** Styles by which sheets, rows and columns are not seen. */
function createHiddenStyles() {
  const hidden = new Set<string>();
  let style = "";
  return {
    open(name: string, attributes: Attributes) {
      if (name === "style") style = attributes["style:name"] ?? "";
      else if (name === "table-properties" ? isClosed(attributes) : hasNoSize(name, attributes)) hidden.add(style);
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

/** What a cell of an OpenDocument spreadsheet says: its text, or its value where the text shows that in another form. */
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

/** A format may put a plus, zeros or blanks around all of a number's digits: so its person sees it, and so it is meant. */
function shownNumber(value: string, text: string): string {
  if (!/^\d+$/.test(value) || !/^\+?[\d\s().-]+$/.test(text)) return value || text;
  const digits = (from: string) => from.replace(/\D/g, "").replace(/^0+/, "");
  return digits(text) === digits(value) ? text : value;
}
