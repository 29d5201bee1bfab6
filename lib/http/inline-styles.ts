import type { IncomingMessage, ServerResponse } from "node:http";
import { createStyleSheets } from "./style-sheets";

/** What is longer and has no end of its head yet is sent as it is. */
const longestHead = 65_536;
const headEnd = "</head>";
/** Tells whoever renders a document that it is a browser's first, which preloads no fonts. */
const firstDocument = "x-switchboard-first-document";

type Write = (...given: readonly unknown[]) => boolean;

/**
 * Puts the style sheets of a browser's first document into its head, and into them the fonts that it prefetches: it is painted
 * as soon as it has come, not a round trip later. The links of both stay and hold up nothing: React looks for those of the sheets
 * before it adds the styles of a page, and they fetch what the documents after it name alone. A cookie says which sheets a
 * browser was sent.
 *
 * @param folder of the built files, read once
 * @param address what they are served under, with a slash at its end
 */
export function createInlineStyles(folder: string, address: string) {
  const sheets = createStyleSheets(folder, address);
  const cookie = `switchboard-styles=${sheets.print}`;

  /** To be called before anything is sent. What is no document passes untouched. */
  return function inlineStyles({ headers }: IncomingMessage, response: ServerResponse, nonce: string) {
    delete headers[firstDocument];
    if (headers.cookie?.split("; ").includes(cookie)) return;
    headers[firstDocument] = "1";
    const { writeHead } = response;
    const [write, end] = [response.write as Write, response.end as unknown as Write];
    const pieces: Buffer[] = [];

    /** All that came, with the styles in it, once its head is whole. */
    function styledDocument(isLast: boolean) {
      const sent = Buffer.concat(pieces);
      const at = sent.indexOf(headEnd);
      if (at < 0 && !isLast && sent.length < longestHead) return undefined;
      const head = sent.toString("utf8", 0, Math.max(0, at));
      return Buffer.concat([Buffer.from(sheets.withStyles(head, nonce)), sent.subarray(Math.max(0, at))]);
    }

    /** From here on the response is as it was. */
    const passOn = (method: "write" | "end", given: readonly unknown[]) => {
      Object.assign(response, { write, end });
      return Reflect.apply(response[method] as Write, response, given);
    };

    function piecewise(method: "write" | "end", given: readonly unknown[]) {
      const [piece, encoding] = given;
      const done = given.find((each) => typeof each === "function") as (() => void) | undefined;
      if (!isDocument(response)) return passOn(method, given);
      if (typeof piece === "string") pieces.push(Buffer.from(piece, encoding as BufferEncoding | undefined));
      else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
      const whole = styledDocument(method === "end");
      if (whole?.length) return passOn(method, done ? [whole, done] : [whole]);
      if (method === "end") return passOn(method, given);
      if (done) process.nextTick(done);
      return true;
    }

    Object.assign(response, {
      write: (...given: unknown[]) => piecewise("write", given),
      end: (...given: unknown[]) => piecewise("end", given),
      writeHead(...given: unknown[]) {
        Object.assign(response, { writeHead });
        if (isDocument(response)) {
          response.removeHeader("content-length");
          dropPreloads(response);
          response.appendHeader("set-cookie", `${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
        }
        return Reflect.apply(writeHead, response, given);
      },
    });
  };
}

const isDocument = (response: ServerResponse) => String(response.getHeader("content-type")).startsWith("text/html");

/** What is in the document already would be asked for once more. */
function dropPreloads(response: ServerResponse) {
  const links = [response.getHeader("link") ?? []]
    .flat()
    .join(", ")
    .split(/,\s*(?=<)/);
  const others = links.filter((link) => link !== "" && !link.includes('as="style"'));
  if (others.length > 0) response.setHeader("link", others.join(", "));
  else response.removeHeader("link");
}
