import { readFileSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import axe, { type ElementContext } from "axe-core";
import type { Role } from "../../lib/contract/operation";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { waitForRest } from "./looks";
import type { SignedIn } from "./people";
import { type Stage, startStage } from "./stage";

type Running = {
  origin: string;
  platform: { address: string; key: string };
  dataDir: string;
  databaseUrl: string | undefined;
  pid: number;
  cookies: SignedIn;
};

/** Opens a page as a signed-in person. An error that the browser reports fails the test unless it is expected. */
type OpenAs = (role: Role, options?: { expects?: RegExp; context?: BrowserContextOptions }) => Promise<Page>;

type Fixtures = {
  /** The product of the whole run, on the demo platform. */
  product: Running;
  as: OpenAs;
  /** A product on a platform that the test controls. The platform is healthy again at the start of each test. */
  stage: Stage;
  /** Opens a page of the stage's product. */
  onStage: OpenAs;
  /** A campaign ID that no other test uses. */
  campaign: string;
};

export const test = base.extend<Fixtures, { sharedStage: Stage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter's pattern.
  product: async ({}, use) => {
    await use(JSON.parse(readFileSync(process.env.E2E_PRODUCT ?? "", "utf8")) as Running);
  },
  as: ({ browser, product }, use) => openPages(browser, product, use),
  sharedStage: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const stage = await startStage({ LOG_LEVEL: "trace" });
      await use(stage);
      await stage.close();
    },
    { scope: "worker", timeout: timeoutMs(300_000) },
  ],
  stage: async ({ sharedStage }, use) => {
    await sharedStage.heal();
    await use(sharedStage);
    // Ends responses that a test delays, because closing a page waits for them.
    await sharedStage.platform.reset();
  },
  onStage: ({ browser, stage }, use) =>
    openPages(browser, { origin: stage.product.origin, cookies: stage.cookies }, use),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  campaign: async ({}, use, { testId, retry }) => use(`c-${testId}${retry > 0 ? `-${retry}` : ""}`),
});

export { expect };

async function openPages(
  browser: Browser,
  { origin, cookies }: { origin: string; cookies: SignedIn },
  use: (open: OpenAs) => Promise<void>,
) {
  const opened: { context: BrowserContext; complaints: string[] }[] = [];
  await use(async (role, { expects, context: options } = {}) => {
    const context = await browser.newContext({ baseURL: origin, ...options });
    await context.addCookies(cookies[role]);
    const page = patient(await context.newPage());
    opened.push({ context, complaints: listen(page, expects) });
    return page;
  });
  for (const { context } of opened) await context.close();
  expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
}

/** A page whose `goto` and `reload` wait for hydration, because clicks before it are lost. */
export function patient(page: Page) {
  const go = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = (url, options) => hydrated(page, go(url, options));
  page.reload = (options) => hydrated(page, reload(options));
  return page;
}

async function hydrated<Response>(page: Page, loading: Promise<Response>) {
  const response = await loading;
  if (/\/(sign-in|setup|set-password|end-session)/.test(page.url())) return response;
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  // React sets this property on hydrated elements.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main :is(button, a, input, summary)")].every((each) =>
      Object.keys(each).some((key) => key.startsWith("__reactProps")),
    ),
  );
  return response;
}

/** Collects script errors, console errors and violations of the content security policy. */
export function listen(page: Page, expected?: RegExp, complaints: string[] = []) {
  const complain = (text: string, from = "") => {
    if (!expected?.test(text)) complaints.push(`${page.url()}: ${text} ${from}`);
  };
  page.on("pageerror", (error) => complain(`${error.message}\n${error.stack}`));
  page.on("console", (message) => {
    // The location names the resource that did not load.
    if (message.type() === "error" || message.type() === "warning") complain(message.text(), message.location().url);
  });
  return complaints;
}

/** Reads the page again, as `R` does. */
export const refresh = (page: Page) => page.keyboard.press("r");

/** Expects no axe finding above "moderate", and nothing wider than the window. */
export async function expectSound(page: Page) {
  // Axe does not look into frames.
  expect(page.frames()).toHaveLength(1);
  expect(await findAccessFaults(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

const narrow = { width: 390, height: 844 };

/** In both themes, and on a phone. */
export async function expectSoundEverywhere(page: Page) {
  const wide = page.viewportSize() ?? narrow;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectSound(page);
  }
  await page.setViewportSize(narrow);
  await expectSound(page);
  await page.setViewportSize(wide);
}

/** Findings of axe above "moderate". */
export async function findAccessFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  await page.evaluate(waitForRest);
  if ((await page.evaluate(seriousFindings)).length === 0) return [];
  // Colours change for a moment while a control becomes available.
  await page.evaluate(waitForRest);
  return page.evaluate(seriousFindings);
}

/** Runs in the page. Only the first rows of a table are checked, because the others are like them. */
async function seriousFindings() {
  const { axe: inPage } = window as unknown as { axe: typeof axe };
  const { violations } = await inPage.run(
    { include: [document], exclude: ["tbody tr:nth-child(n+13)"] } as ElementContext,
    { resultTypes: ["violations"], elementRef: false },
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}
