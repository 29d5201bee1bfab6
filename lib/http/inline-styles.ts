import type { IncomingMessage, ServerResponse } from "node:http";
import { createStyleSheets } from "./style-sheets";

/** A longer document whose head has not ended is sent unchanged. */
const maxHeadBytes = 65_536;
const headEnd = "</head>";
/** Request header that tells the renderer not to preload fonts in a browser's first document. */
const firstDocumentHeader = "x-switchboard-first-document";

type Write = (...args: readonly unknown[]) => boolean;

/**
 * Inlines style sheets and prefetched fonts into a browser's first document, which then paints without a round trip.
 * The links stay, because React looks for them and because they fill the cache for later documents. They do not block
 * rendering. A cookie records which sheets the browser has.
 *
 * @param folder the folder of the built files, read once
 * @param address their URL prefix, with a trailing slash
 */
export function createInlineStyles(folder: string, address: string) {
  const sheets = createStyleSheets(folder, address);
  const cookie = `switchboard-styles=${sheets.hash}`;

  /** Must be called before anything is sent. Answers other than HTML pass unchanged. */
  return function inlineStyles({ headers }: IncomingMessage, response: ServerResponse, nonce: string) {
    delete headers[firstDocumentHeader];
    if (headers.cookie?.split("; ").includes(cookie)) return;
    headers[firstDocumentHeader] = "1";
    const { writeHead } = response;
    const [write, end] = [response.write as Write, response.end as unknown as Write];
    const chunks: Buffer[] = [];

    /** The document with inlined styles; undefined until its head is complete. */
    function styledDocument(isLast: boolean) {
      const received = Buffer.concat(chunks);
      const headEndIndex = received.indexOf(headEnd);
      if (headEndIndex < 0 && !isLast && received.length < maxHeadBytes) return undefined;
      const head = received.toString("utf8", 0, Math.max(0, headEndIndex));
      return Buffer.concat([Buffer.from(sheets.withStyles(head, nonce)), received.subarray(Math.max(0, headEndIndex))]);
    }

    /** Restores the response's own methods. */
    const restoreAndCall = (method: "write" | "end", args: readonly unknown[]) => {
      Object.assign(response, { write, end });
      return Reflect.apply(response[method] as Write, response, args);
    };

    function bufferUntilStyled(method: "write" | "end", args: readonly unknown[]) {
      const [chunk, encoding] = args;
      const done = args.find((arg) => typeof arg === "function") as (() => void) | undefined;
      if (!isDocument(response)) return restoreAndCall(method, args);
      if (typeof chunk === "string") chunks.push(Buffer.from(chunk, encoding as BufferEncoding | undefined));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      const whole = styledDocument(method === "end");
      if (whole?.length) return restoreAndCall(method, done ? [whole, done] : [whole]);
      if (method === "end") return restoreAndCall(method, args);
      if (done) process.nextTick(done);
      return true;
    }

    Object.assign(response, {
      write: (...args: unknown[]) => bufferUntilStyled("write", args),
      end: (...args: unknown[]) => bufferUntilStyled("end", args),
      writeHead(...args: unknown[]) {
        Object.assign(response, { writeHead });
        if (isDocument(response)) {
          response.removeHeader("content-length");
          dropPreloads(response);
          response.appendHeader("set-cookie", `${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
        }
        return Reflect.apply(writeHead, response, args);
      },
    });
  };
}

const isDocument = (response: ServerResponse) => String(response.getHeader("content-type")).startsWith("text/html");

/** Inlined sheets must not be fetched again. */
function dropPreloads(response: ServerResponse) {
  const links = [response.getHeader("link") ?? []]
    .flat()
    .join(", ")
    .split(/,\s*(?=<)/);
  const others = links.filter((link) => link !== "" && !link.includes('as="style"'));
  if (others.length > 0) response.setHeader("link", others.join(", "));
  else response.removeHeader("link");
}
