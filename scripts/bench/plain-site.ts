import { createServer } from "node:http";
import { listen } from "./processes/listen";
import { afterwards } from "./tidy";

export type PlainTable = { heads: string[]; rows: string[][] };

export type PlainSite = Awaited<ReturnType<typeof startPlainSite>>;

/** The physical limit: pages of one table each, served out of memory without a script. */
export async function startPlainSite() {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const origin = await listen(server);
  afterwards(() => {
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
