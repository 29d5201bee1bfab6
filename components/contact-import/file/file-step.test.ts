import { expect, test } from "vitest";
import { pastedFile, templateFile } from "./file-step";

test("pasted cells become a file that keeps its tabs and line ends", async () => {
  const cells = "phone_number\tname\r\n+12125550142\tAna Ito\r\n";
  const file = pastedFile(cells);
  expect(file?.name).toBe("pasted rows.csv");
  expect(file?.type).toBe("text/tab-separated-values");
  expect(await file?.text()).toBe(cells);
});

test("a column of numbers without a name is rows too", () => {
  expect(pastedFile("+12125550142\n+12125550143")).toBeDefined();
});

test.each(["", " \n\t\n ", "cmp_01HZX4", "+12125550142\n"])("%j is no rows, so nothing is replaced by it", (text) => {
  expect(pastedFile(text)).toBeUndefined();
});

test("the template is the platform's header alone, as Excel writes a UTF-8 file", async () => {
  const bytes = new Uint8Array(await new Blob([templateFile.text], { type: templateFile.type }).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("phone_number,name\r\n");
});
