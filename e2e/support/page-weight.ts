import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, type Request } from "@playwright/test";

type Script = { name: string; bytes: number };

/** Longer than any timer that a page sets when it has loaded. */
const restMs = 10_000;
const listedModules = 12;

/**
 * Opens an address in a page that has loaded nothing before. Returns each script that was transferred until the page is at rest,
 * the largest first: brotli on the wire, as the product sends it. The page's clock is set forward, so that timers run at once.
 */
export async function weighPage(page: Page, path: string): Promise<Script[]> {
  const scripts: Request[] = [];
  const open = new Set<Request>();
  const close = (request: Request) => void open.delete(request);
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
    if (request.resourceType() !== "eventsource") open.add(request);
  });
  page.on("requestfinished", close);
  page.on("requestfailed", close);
  const settle = () => expect.poll(() => [...open].map((request) => request.url())).toEqual([]);

  await page.clock.install();
  await page.goto(path);
  await settle();
  await page.clock.runFor(restMs);
  await settle();
  const weighed = await Promise.all(scripts.map(weigh));
  return weighed.toSorted((one, other) => other.bytes - one.bytes);
}

async function weigh(request: Request): Promise<Script> {
  const { responseBodySize } = await request.sizes();
  return { name: new URL(request.url()).pathname.replace("/_next/static/", ""), bytes: responseBodySize };
}

/** Kilobytes of 1,000 bytes, with one decimal. */
export const kbOf = (scripts: readonly Script[]) =>
  Math.round(scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;

/** Each script as a line with its largest modules, for whoever looks for what made a page heavy. */
export function describeScripts(scripts: readonly Script[]): string {
  const modules: Record<string, string[]> = JSON.parse(readFileSync(join("dist", "chunk-modules.json"), "utf8"));
  return scripts
    .map(({ name, bytes }) => {
      const own = modules[name] ?? [];
      const more = own.length > listedModules ? `, and ${own.length - listedModules} more` : "";
      return `${(bytes / 1000).toFixed(1)} kB ${name}: ${own.slice(0, listedModules).join(", ")}${more}`;
    })
    .join("\n");
}
