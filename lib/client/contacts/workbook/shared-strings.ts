import type { Part } from "./parts";
import { readXml } from "./read-xml";
import { unescapeText } from "./unescape-text";

type Reading = { onBytes: (readBytes: number) => void; signal: AbortSignal };

const limitBytes = 512 * 1024 * 1024;

/** Every text that cells point to. The runs of a rich text are joined; how it is pronounced is left out. */
export async function readSharedStrings(part: Part, reading: Reading): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = "";
  let isText = false;
  let isPhonetic = false;
  const handlers = {
    open(name: string) {
      if (name === "si") current = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text(text: string) {
      if (isText) current += text;
    },
    close(name: string) {
      if (name === "t") isText = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") strings.push(unescapeText(current));
    },
  };
  await readXml(part, handlers, { ...reading, limitBytes });
  return strings;
}
