import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { encodingIn } from "./compress";
import { sendPlainAnswer } from "./refuse";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const extensions = { br: ".br", gzip: ".gz" };

/**
 * Serves the built files of a folder, compressed as the build did. Each file is cached in memory after its first request.
 * The names contain a content hash, so files never change.
 */
export function createStaticFiles(folder: string, address: string) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const fileNames = new Set(names.map((name) => name.split(sep).join("/")));
  const cache = new Map<string, Promise<Buffer>>();

  function bytesOf(name: string) {
    const bytes = cache.get(name) ?? readFile(join(folder, name));
    cache.set(name, bytes);
    // A failed read is repeated at the next request.
    bytes.catch(() => cache.delete(name));
    return bytes;
  }

  return async function answer({ url = "", method, headers }: IncomingMessage, response: ServerResponse) {
    const [path = ""] = url.split("?", 1);
    const name = path.startsWith(address) ? path.slice(address.length) : "";
    const type = types[extname(name)];
    if (!type || !fileNames.has(name)) return sendPlainAnswer(response, { status: 404, text: "Not found." });
    const accepted = encodingIn(String(headers["accept-encoding"] ?? ""));
    const encoding = accepted && fileNames.has(name + extensions[accepted]) ? accepted : undefined;
    const bytes = await bytesOf(encoding ? name + extensions[encoding] : name);
    response.writeHead(200, {
      "content-type": type,
      "content-length": bytes.length,
      "cache-control": "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      ...(encoding && { "content-encoding": encoding }),
    });
    response.end(method === "HEAD" ? undefined : bytes);
  };
}
