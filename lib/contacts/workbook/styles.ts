import { type NumberFormat, numberFormat } from "./number-format";
import type { Part } from "./parts";
import { readXml } from "./read-xml";

/** What each cell style makes of a number, by the style's place. */
export async function readStyles(part: Part): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isInCells = false;
  await readXml(part, {
    open(name, { numFmtId = "0", formatCode }) {
      if (name === "cellXfs") isInCells = true;
      else if (name === "numFmt" && formatCode !== undefined && !isInCells) codes.set(Number(numFmtId), formatCode);
      else if (name === "xf" && isInCells) ids.push(Number(numFmtId));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return ids.map((id) => numberFormat(id, codes.get(id)));
}
