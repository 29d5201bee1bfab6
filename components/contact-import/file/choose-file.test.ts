import { expect, test } from "vitest";
import { pastedFile } from "@/components/list-file/drop-zone";
import { templateFile } from "./choose-file";

test("pastedFile keeps the tabs and line ends of pasted cells", async () => {
  const cells = "phone_number\tname\r\n+12125550142\tAna Ito\r\n";
  const file = pastedFile(cells);
  expect(file?.name).toBe("pasted rows.csv");
  expect(file?.type).toBe("text/tab-separated-values");
  expect(await file?.text()).toBe(cells);
});

test("pastedFile accepts one column of numbers", () => {
  expect(pastedFile("+12125550142\n+12125550143")).toBeDefined();
});

test.each(["", " \n\t\n ", "cmp_01HZX4", "+12125550142\n"])("pastedFile ignores %j", (text) => {
  expect(pastedFile(text)).toBeUndefined();
});

test("the template holds only the header and starts with a UTF-8 BOM", async () => {
  const bytes = new Uint8Array(await new Blob([templateFile.text], { type: templateFile.type }).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("phone_number,name\r\n");
});
