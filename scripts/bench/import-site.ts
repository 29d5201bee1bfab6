import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { filePolicy } from "@/lib/http/page-headers";
import { listen } from "./processes/listen";
import { afterwards } from "./tidy";

const page = `<!doctype html><html lang="en"><title>Import</title><h1>Import</h1>
<input type="file"><table></table><script type="module" src="/page.js"></script></html>`;

const pagePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'";

/** A bare page that can check a list, and its scripts, under the policies that ours live by. */
export async function startImportSite() {
  const server = createServer((request, response) => {
    // The engine's client asks for its thread by the name that its source has.
    const name = (request.url ?? "/").slice(1).replace(/\.ts$/, ".js");
    if (name === "") {
      response.writeHead(200, { "content-type": "text/html", "content-security-policy": pagePolicy }).end(page);
      return;
    }
    const headers = { "content-type": "text/javascript", "content-security-policy": filePolicy };
    readFile(join(import.meta.dirname, "import-page", name)).then(
      (script) => response.writeHead(200, headers).end(script),
      () => response.writeHead(404).end(),
    );
  });
  const origin = await listen(server);
  afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}
