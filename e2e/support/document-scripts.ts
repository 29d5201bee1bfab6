import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";

/** A text that only this code holds. A document must not load it before somebody needs it. */
export const deferredCode = {
  "the schema library": "._zod.",
  "the placement of menus": "data-radix-popper-content-wrapper",
};

/**
 * The frame with the webhook log, which names gaps, lateness and retries, and 8 kB of the formats of phone numbers, which are read in
 * all lists of people. 1 kB of it keeps typed text in overlays and goes by the server's clock. Never raise it without a reason.
 */
const mostKb = 231.5;

type Script = { gzipBytes: number; holds: string[] };

const scripts = new Map<string, Promise<Script>>();

/** Faults of the scripts that a document names, as sentences. */
export async function findScriptFaults(request: APIRequestContext, html: string): Promise<string[]> {
  const modern = html.replace(/<script[^>]* noModule[^>]*>/gi, "");
  const paths = [...new Set(modern.match(/\/_next\/static\/[^"'\\\s]+\.js/g) ?? [])];
  const loaded = await Promise.all(paths.map((path) => loadScript(request, path)));
  const kb = loaded.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1000;
  const faults = [...new Set(loaded.flatMap(({ holds }) => holds))].map((name) => `its scripts hold ${name}`);
  if (paths.length < 5) faults.push(`only ${paths.length} scripts are named`);
  if (kb > mostKb) faults.push(`its scripts are ${kb} kB`);
  return faults;
}

function loadScript(request: APIRequestContext, path: string) {
  const loading = scripts.get(path) ?? readScript(request, path);
  scripts.set(path, loading);
  return loading;
}

async function readScript(request: APIRequestContext, path: string): Promise<Script> {
  const text = await (await request.get(path)).text();
  const holds = Object.entries(deferredCode).flatMap(([name, word]) => (text.includes(word) ? [name] : []));
  return { gzipBytes: gzipSync(text).length, holds };
}
