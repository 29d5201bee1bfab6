import type { Book } from "./cell-text";
import { unescapeText } from "./cell-text";
import type { Part } from "./parts";
import { readXml } from "./read-xml";
import { tooLarge } from "./refusals";
import { createTextStore } from "./text-store";

type Reading = { onBytes: (readBytes: number) => void; signal: AbortSignal };

const limitBytes = 256 * 1024 * 1024;
/** Three for each row of the largest sheet that Excel has. */
export const mostStrings = 3_200_000;

/** Every text that cells point to. The runs of a rich text are joined; how it is pronounced is left out. */
export async function readSharedStrings(part: Part, reading: Reading): Promise<Book["sharedStrings"]> {
  const strings = createTextStore();
  let current = "";
  let isText = false;
  let isPhonetic = false;
  const handlers = {
    open(name: string, { uniqueCount }: Readonly<Record<string, string>>) {
      if (name === "sst" && Number(uniqueCount) > mostStrings) throw tooMany();
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
      else if (name === "si") {
        if (strings.size() >= mostStrings) throw tooMany();
        strings.add(unescapeText(current));
      }
    },
  };
  await readXml(part, handlers, { ...reading, limitBytes });
  return strings;
}

const tooMany = () =>
  tooLarge(
    `This workbook holds more than ${mostStrings.toLocaleString("en-US")} different texts. Save the sheet as CSV UTF-8 and choose that file.`,
  );
