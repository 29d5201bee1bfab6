import { formatCount } from "@/lib/format/format-count";
import { type Book, unescapeText } from "./cell-text";
import type { Part } from "./parts";
import { readXml } from "./read-xml";
import { tooLarge } from "./workbook-types";

const chunkTexts = 1_024;

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
    `This workbook holds more than ${formatCount(mostStrings)} different texts. Save the sheet as CSV UTF-8 and choose that file.`,
  );

/** Very many texts in little memory: a thousand of them stand in one string, with the places where they end. */
export function createTextStore() {
  const chunks: { text: string; ends: Uint32Array }[] = [];
  let open: string[] = [];

  function endChunk() {
    const ends = new Uint32Array(open.length);
    let end = 0;
    for (const [at, text] of open.entries()) {
      end += text.length;
      ends[at] = end;
    }
    // Joined, the texts no longer keep the pieces of the file that they were cut out of.
    chunks.push({ text: open.join(""), ends });
    open = [];
  }

  return {
    size: () => chunks.length * chunkTexts + open.length,
    add(text: string) {
      open.push(text);
      if (open.length === chunkTexts) endChunk();
    },
    at(place: number): string | undefined {
      const chunk = chunks[Math.floor(place / chunkTexts)];
      const within = place - chunks.length * chunkTexts;
      if (!chunk) return within >= 0 ? open[within] : undefined;
      const first = place % chunkTexts;
      return chunk.text.slice(first === 0 ? 0 : chunk.ends[first - 1], chunk.ends[first]);
    },
  };
}
