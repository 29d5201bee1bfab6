import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

type List = { bytes: number; firstNumber: number };

/** Sends a campaign a list of about so many bytes, made as it leaves: it is never whole in this process either. */
export async function sendList(to: { origin: string; cookie: string; campaign: string }, list: List) {
  const url = new URL(`/api/v1/campaigns/${to.campaign}/contacts/upload`, to.origin);
  const length = lengthOf(formOf(contactList(list)));
  const sending = request(url, {
    method: "POST",
    headers: { ...headers, cookie: to.cookie, "content-length": length },
  });
  const rows = contactList(list);
  const sent = pipeline(Readable.from(formOf(rows)), sending);
  // A server that refuses closes the connection: what it answered tells more than a broken pipe.
  sent.catch(() => undefined);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`The upload was answered ${response.statusCode}: ${answer}`);
  await sent;
  return { answer: JSON.parse(answer).raw.data as Record<string, unknown>, ...rows.soFar() };
}

const boundary = "a-boundary-of-our-own";

const headers = {
  "content-type": `multipart/form-data; boundary=${boundary}`,
  "sec-fetch-site": "same-origin",
  "x-switchboard": "1",
  "x-file-name": "big.csv",
};

const padding = "with a name of some length, ".repeat(5).replaceAll(",", "");

/** The gateway asks for a length: the list is made once for it, and once more as it leaves. */
function lengthOf(blocks: Iterable<Buffer>) {
  let bytes = 0;
  for (const block of blocks) bytes += block.length;
  return bytes;
}

/** A contact list that is counted and hashed as it is read: row after row, each number once. */
function contactList({ bytes, firstNumber }: List) {
  const hash = createHash("sha256");
  let row = 0;
  function* blocks() {
    for (let written = 0; written < bytes; ) {
      let block = written === 0 ? "phone_number,name\r\n" : "";
      for (let line = 0; line < 2000; line += 1, row += 1)
        block += `+1${String(firstNumber + row)},Contact number ${row} ${padding}\r\n`;
      written += block.length;
      hash.update(block);
      yield Buffer.from(block);
    }
  }
  return { blocks, soFar: () => ({ rows: row, sha256: hash.copy().digest("hex") }) };
}

function* formOf({ blocks }: ReturnType<typeof contactList>) {
  const disposition = 'content-disposition: form-data; name="file"; filename="big.csv"';
  yield Buffer.from(`--${boundary}\r\n${disposition}\r\ncontent-type: text/csv\r\n\r\n`);
  yield* blocks();
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
