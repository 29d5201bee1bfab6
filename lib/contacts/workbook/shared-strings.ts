import { formatCount } from "@/lib/format/format-count";
import { type Book, unescapeText } from "./cell-text";
import type { Part } from "./parts";
import { readXml } from "./read-xml";
import { tooLarge } from "./workbook-types";

const chunkTexts = 1_024;

type StringReadOptions = { onBytes: (readBytes: number) => void; signal: AbortSignal };

const limitBytes = 256 * 1024 * 1024;
/** About three for each row of the largest sheet in Excel. */
export const maxStrings = 3_200_000;

/** Reads the texts that cells refer to. Runs of rich text are joined; pronunciation is omitted. */
export async function readSharedStrings(part: Part, options: StringReadOptions): Promise<Book["sharedStrings"]> {
  const strings = createTextStore();
  let current = "";
  let isText = false;
  let isPhonetic = false;
  const handlers = {
    open(name: string, { uniqueCount }: Readonly<Record<string, string>>) {
      if (name === "sst" && Number(uniqueCount) > maxStrings) throw tooMany();
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
        if (strings.size() >= maxStrings) throw tooMany();
        strings.add(unescapeText(current));
      }
    },
  };
  await readXml(part, handlers, { ...options, limitBytes });
  return strings;
}

const tooMany = () =>
  tooLarge(
    `This workbook contains more than ${formatCount(maxStrings)} different texts. Save the sheet as CSV UTF-8 and choose that file.`,
  );

/** Stores many texts in little memory. A thousand of them share one string, with the offsets of their ends. */
export function createTextStore() {
  const chunks: { text: string; ends: Uint32Array }[] = [];
  let open: string[] = [];

  function endChunk() {
    const ends = new Uint32Array(open.length);
    let end = 0;
    for (const [index, text] of open.entries()) {
      end += text.length;
      ends[index] = end;
    }
    // Joining copies the texts, so that they do not keep pieces of the file in memory.
    chunks.push({ text: open.join(""), ends });
    open = [];
  }

  return {
    size: () => chunks.length * chunkTexts + open.length,
    add(text: string) {
      open.push(text);
      if (open.length === chunkTexts) endChunk();
    },
    at(index: number): string | undefined {
      const chunk = chunks[Math.floor(index / chunkTexts)];
      const openIndex = index - chunks.length * chunkTexts;
      if (!chunk) return openIndex >= 0 ? open[openIndex] : undefined;
      const position = index % chunkTexts;
      return chunk.text.slice(position === 0 ? 0 : chunk.ends[position - 1], chunk.ends[position]);
    },
  };
}
