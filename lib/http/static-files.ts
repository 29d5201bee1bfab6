import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { encodingIn } from "./compress";
import { plainAnswer } from "./refuse";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const endings = { br: ".br", gzip: ".gz" };

/**
 * The built files of a folder, under an address: each from memory once it was asked for, as the build has packed it. They bear
 * a print of their content in their names and never change. What is not among them is not found.
 */
export function createStaticFiles(folder: string, address: string) {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const there = new Set(names.map((name) => name.split(sep).join("/")));
  const kept = new Map<string, Promise<Buffer>>();

  function bytesOf(name: string) {
    const bytes = kept.get(name) ?? readFile(join(folder, name));
    kept.set(name, bytes);
    // What could not be read now may be later.
    bytes.catch(() => kept.delete(name));
    return bytes;
  }

  return async function answer({ url = "", method, headers }: IncomingMessage, response: ServerResponse) {
    const [path = ""] = url.split("?", 1);
    const name = path.startsWith(address) ? path.slice(address.length) : "";
    const type = types[extname(name)];
    if (!type || !there.has(name)) return plainAnswer(response, { status: 404, text: "Not found." });
    const accepted = encodingIn(String(headers["accept-encoding"] ?? ""));
    const encoding = accepted && there.has(name + endings[accepted]) ? accepted : undefined;
    const bytes = await bytesOf(encoding ? name + endings[encoding] : name);
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
