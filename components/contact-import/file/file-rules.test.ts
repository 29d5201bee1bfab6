import { expect, test } from "vitest";
import { templateFile } from "./file-rules";

test("the template is the API's header alone, as Excel writes a UTF-8 file", async () => {
  const bytes = new Uint8Array(await new Blob([templateFile.text], { type: templateFile.type }).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe("phone_number,name\r\n");
});
