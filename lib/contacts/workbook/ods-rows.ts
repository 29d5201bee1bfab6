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
export class OdsRows implements XmlHandlers {
  private sheets = 0;
  private sheet: { name: string; isHidden: boolean; sink: SheetSink | undefined } | undefined;
  private row: { attributes: Attributes; isBlank: boolean } | undefined;
  private cell: { attributes: Attributes; text: string; paragraphs: number } | undefined;
  private rowCells = createRowCells();
  private lastRow = 0;
  private column = 0;
  private repeatedCells = 0;
  private isParagraph = false;
  /** Nesting depth in elements that do not belong to a cell's text. */
  private skippedDepth = 0;
  private styleName = "";
  /** Names of the styles that hide sheets. */
  private readonly hidingStyles = new Set<string>();

  constructor(private readonly handlers: OdsHandlers) {}

  open(name: string, attributes: Attributes) {
    if (this.skippedDepth > 0 || (this.cell ? skippedInCells : skippedInSheets).has(name)) this.skippedDepth += 1;
    else if (this.cell) this.openInCell(name, attributes);
    else if (this.sheet) this.openInSheet(name, attributes);
    else if (name === "table") this.startSheet(attributes);
    else if (name === "style") this.styleName = attributes["style:name"] ?? "";
    else if (name === "table-properties" && attributes["table:display"] === "false")
      this.hidingStyles.add(this.styleName);
  }

  text(text: string) {
    // Line breaks and indentation of the XML count as blanks.
    if (this.cell && this.isParagraph && this.skippedDepth === 0) this.cell.text += text.replace(/[ \t\r\n]+/g, " ");
  }

  close(name: string) {
    if (this.skippedDepth > 0) this.skippedDepth -= 1;
    else if (name === "p") this.isParagraph = false;
    else if (name === "table-cell" || name === "covered-table-cell") this.endCell();
    else if (name === "table-row") this.endRow();
    else if (name === "table") this.endSheet();
  }

  private startSheet(attributes: Attributes) {
    const name = attributes["table:name"] ?? `Sheet ${this.sheets + 1}`;
    const isHidden = this.hidingStyles.has(attributes["table:style-name"] ?? "");
    this.sheet = { name, isHidden, sink: this.handlers.sinkOf(this.sheets) };
    this.rowCells = createRowCells();
    this.lastRow = 0;
    this.column = 0;
  }

  private openInSheet(name: string, attributes: Attributes) {
    if (name === "table-column") this.startColumns(attributes);
    else if (name === "table-row") {
      this.row = { attributes, isBlank: true };
      this.column = 0;
    } else if (this.row && (name === "table-cell" || name === "covered-table-cell"))
      this.cell = { attributes, text: "", paragraphs: 0 };
  }

  private startColumns(attributes: Attributes) {
    const count = repeats(attributes["table:number-columns-repeated"], maxColumns);
    if (isCollapsed(attributes)) this.sheet?.sink?.hideColumns(this.column, count);
    this.column += count;
  }

  private openInCell(name: string, attributes: Attributes) {
    const { cell } = this;
    if (!cell) return;
    if (cell.text.length > maxCellCharacters) throw growsTooMuch();
    if (name === "p") {
      this.isParagraph = true;
      if (cell.paragraphs > 0) cell.text += "\n";
      cell.paragraphs += 1;
    } else if (name === "s") cell.text += " ".repeat(repeats(attributes["text:c"], maxBlanks));
    else if (name === "tab") cell.text += "\t";
    else if (name === "line-break") cell.text += "\n";
  }

  private endCell() {
    const { row, cell } = this;
    if (!row || !cell) return;
    const text = odsCellText(cell.attributes, cell.text);
    const repeated = repeats(cell.attributes["table:number-columns-repeated"], maxColumns);
    if (text !== "") {
      if (row.isBlank)
        this.rowCells.begin(this.lastRow + repeats(row.attributes["table:number-rows-repeated"], maxRows));
      row.isBlank = false;
      this.countRepeats(repeated - 1);
      for (let index = 0; index < repeated; index += 1) this.rowCells.put(this.column + index, text);
    }
    this.column += repeated;
    this.cell = undefined;
  }

  private endRow() {
    if (!this.row) return;
    const { attributes, isBlank } = this.row;
    const repeated = repeats(attributes["table:number-rows-repeated"], maxRows);
    // The last row of a sheet repeats for the million blank rows below it.
    if (!isBlank) {
      const cells = this.rowCells.cells();
      this.countRepeats(cells.length * (repeated - 1));
      for (let index = 1; index <= repeated; index += 1)
        this.sheet?.sink?.row(this.lastRow + index, cells, isCollapsed(attributes));
    }
    this.lastRow += repeated;
    this.row = undefined;
  }

  private countRepeats(cells: number) {
    this.repeatedCells += cells;
    if (this.repeatedCells > maxRepeatedCells) throw growsTooMuch();
  }

  private endSheet() {
    if (!this.sheet) return;
    const { name, isHidden } = this.sheet;
    this.handlers.onSheet(this.sheets, { name, isHidden });
    this.sheets += 1;
    this.sheet = undefined;
  }
}

const skippedInSheets: ReadonlySet<string> = new Set(["shapes", "forms", "dde-links", "tracked-changes"]);

/** Comments, drawings and tables inside a cell, and the pronunciation of its text. */
const skippedInCells: ReadonlySet<string> = new Set(
  "annotation frame custom-shape g rect line circle ellipse control image object table ruby-text note detective".split(
    " ",
  ),
);

const maxBlanks = 1_000;
const maxCellCharacters = 1024 * 1024;
/** In all sheets together. A few bytes of XML can repeat a cell over the whole sheet. */
const maxRepeatedCells = 4_000_000;

const repeats = (value: string | undefined, maximum: number) =>
  Math.min(Math.max(Math.trunc(Number(value ?? 1)) || 1, 1), maximum);

const isCollapsed = (attributes: Attributes) => /^(?:collapse|filter)$/.test(attributes["table:visibility"] ?? "");

/** Text of an OpenDocument cell, or its value if the text shows that in another form. */
function odsCellText(attributes: Attributes, text: string): string {
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
