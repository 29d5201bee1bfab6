import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, sep } from "node:path";

/** What is longer and has no end of its head yet is sent as it is. */
const longestHead = 65_536;
const headEnd = "</head>";
const sheetLink = /<link rel="stylesheet" href="([^"]+)"/g;

type Write = (...given: readonly unknown[]) => boolean;

/**
 * Puts the style sheets of a browser's first document into its head: it is painted as soon as it has come, not a round trip
 * later. Their links stay, for React looks for them before it adds the styles of a page, and hold up nothing: they fetch the
 * sheets for the documents after it, which name them alone. A cookie says which sheets a browser was sent.
 *
 * @param folder of the built files, read once
 * @param address what they are served under, with a slash at its end
 */
export function createInlineStyles(folder: string, address: string) {
  const sheets = readSheets(folder, address);
  // Their names bear a print of their content.
  const print = createHash("sha256")
    .update([...sheets.keys()].sort().join())
    .digest("base64url")
    .slice(0, 16);
  const cookie = `switchboard-styles=${print}`;

  /** To be called before anything is sent. What is no document passes untouched. */
  return function inlineStyles({ headers }: IncomingMessage, response: ServerResponse, nonce: string) {
    if (headers.cookie?.split("; ").includes(cookie)) return;
    const { writeHead } = response;
    const [write, end] = [response.write as Write, response.end as unknown as Write];
    const pieces: Buffer[] = [];

    /** All that came, with the styles in it, once its head is whole. */
    function styledDocument(isLast: boolean) {
      const sent = Buffer.concat(pieces);
      const at = sent.indexOf(headEnd);
      if (at < 0 && !isLast && sent.length < longestHead) return undefined;
      const head = sent.toString("utf8", 0, Math.max(0, at));
      return Buffer.concat([Buffer.from(withStyles(head, nonce)), sent.subarray(Math.max(0, at))]);
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

  function withStyles(head: string, nonce: string) {
    return head.replace(sheetLink, (tag, href: string) => {
      const sheet = sheets.get(href);
      return sheet === undefined ? tag : `<style nonce="${nonce}">${sheet}</style>${tag} media="print"`;
    });
  }
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

/** By their address. What they name beside themselves is named as a document must. */
function readSheets(folder: string, address: string) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const sheets = new Map<string, string>();
  for (const name of names.filter((each) => each.endsWith(".css"))) {
    const href = address + name.split(sep).join("/");
    const base = new URL(href, "http://here");
    const sheet = readFileSync(join(folder, name), "utf8").replace(
      /url\((["']?)(?!data:|#)([^)"']+)\1\)/g,
      (_whole, quote: string, url: string) =>
        `url(${quote}${new URL(url, base).href.replace(base.origin, "")}${quote})`,
    );
    if (!/<\/style/i.test(sheet)) sheets.set(href, sheet);
  }
  return sheets;
}
