import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import type { Role } from "../../lib/contract/operation";
import type { SignedIn } from "./people";

export type Running = {
  origin: string;
  platform: { address: string; key: string };
  dataDir: string;
  pid: number;
  cookies: SignedIn;
};

type Fixtures = {
  product: Running;
  /** A page of somebody signed in. Anything the browser complains of fails the test, unless it is expected. */
  as: (role: Role, options?: { expects?: RegExp; context?: Parameters<NewContext>[0] }) => Promise<Page>;
};
type NewContext = (
  options?: Parameters<import("@playwright/test").Browser["newContext"]>[0],
) => Promise<BrowserContext>;

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter's pattern.
  product: async ({}, use) => {
    await use(JSON.parse(readFileSync(process.env.E2E_PRODUCT ?? "", "utf8")) as Running);
  },
  as: async ({ browser, product }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = [];
    await use(async (role, { expects, context: options } = {}) => {
      const context = await browser.newContext({ baseURL: product.origin, ...options });
      await context.addCookies(product.cookies[role]);
      const page = patient(await context.newPage());
      opened.push({ context, complaints: listen(page, expects) });
      return page;
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
});

export { expect };

/** A page that is only acted on once its scripts have taken it over: a click before that is lost. */
export function patient(page: Page) {
  const go = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await go(url, options);
    if (!/\/(sign-in|setup)/.test(page.url())) await page.locator("html[data-ready]").waitFor({ state: "attached" });
    return response;
  };
  return page;
}

/** Collects what a browser complains of: errors of scripts, the console's, violations of the page's own policy. */
export function listen(page: Page, expected?: RegExp) {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected?.test(text)) complaints.push(`${page.url()}: ${text}`);
  };
  page.on("pageerror", (error) => complain(`${error.message}\n${error.stack}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complain(message.text());
  });
  return complaints;
}

/** No finding of axe's above "moderate", nothing wider than the screen. */
export async function expectSound(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
}
