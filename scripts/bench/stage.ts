import { createServer } from "node:http";
import type { Browser } from "@playwright/test";
import { cookieHeader, type SignedIn, signEverybodyIn } from "@/e2e/support/people";
import { startProduct } from "@/e2e/support/product";
import { listen } from "./processes/listen";
import { onTidy } from "./tidy";

export type Stage = { browser: Browser; cookies: SignedIn["admin"]; origin: string; plain: PlainSite };

/** Starts the product, signs an admin in and adds entries to the audit log. */
export async function signedInStage(browser: Browser, env: Record<string, string> = {}): Promise<Stage> {
  const product = await startProduct(env);
  onTidy(product.stop);
  if (!product.setupUrl) throw new Error("The product printed no first-run link.");
  const { admin } = await signEverybodyIn(product.setupUrl);
  const plain = await startPlainSite();
  const stage = { browser, cookies: admin, origin: product.origin, plain };
  for (let index = 0; index < 40; index += 1)
    await fetch(`${product.origin}/api/v1/tools/tool-${index}`, { method: "DELETE", headers: ownHeaders(stage) });
  return stage;
}

/** The headers of our own pages, for requests without a browser. */
export const ownHeaders = ({ cookies }: Stage) => ({
  cookie: cookieHeader(cookies),
  "sec-fetch-site": "same-origin",
  "x-switchboard": "1",
});

type PlainTable = { heads: string[]; rows: string[][] };

type PlainSite = Awaited<ReturnType<typeof startPlainSite>>;

/** The yardstick: pages with one table each, served from memory without a script. */
async function startPlainSite() {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const origin = await listen(server);
  onTidy(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin,
    serve: (path: string, table: PlainTable, script = "") => pages.set(path, pageOf(table, script)),
  };
}

const style = `body{font:14px/1.5 sans-serif;margin:24px}table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #ccc;padding:6px 12px;text-align:left}a{margin-right:12px}`;

const pageOf = ({ heads, rows }: PlainTable, script: string) => `<!doctype html><html lang="en"><title>Plain</title>
<style>${style}</style><nav><a href="/credentials">Credentials</a><a href="/phone-numbers">Phone numbers</a></nav>
<h1>Plain</h1><table aria-rowcount="${rows.length + 1}"><thead><tr>${heads.map((head) => `<th>${safe(head)}</th>`).join("")}</tr></thead>
<tbody>${rows.map(rowOf).join("\n")}</tbody></table>${script && `<script>${script}</script>`}</html>`;

const rowOf = (cells: string[], index: number) =>
  `<tr data-row-id="${index}">${cells.map((cell) => `<td>${safe(cell)}</td>`).join("")}</tr>`;

const safe = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
