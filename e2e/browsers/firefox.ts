import { type ElementHandle, launch } from "puppeteer-core";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import type { BrowserWindow } from "./browser-window";

/** Debian's Firefox, over WebDriver BiDi. */
export async function openFirefox(): Promise<BrowserWindow> {
  const timeout = timeoutMs(60_000);
  const browser = await launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", timeout });
  const page = await browser.newPage();
  page.setDefaultTimeout(timeout);
  await page.evaluateOnNewDocument(spellOutErrors);
  let errors: string[] = [];
  page.on("pageerror", (error) => {
    if (!endedWithPage.test(String(error))) errors.push(String(error));
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") errors.push(message.text());
  });
  page.on("response", (response) => {
    // Signing out refuses requests that are still on their way.
    if (response.status() >= 400 && response.status() !== 401) errors.push(`${response.status()} ${response.url()}`);
  });

  async function find<Found extends Element>(selector: string, index = 0) {
    const element = (await page.$$(selector))[index];
    if (!element) throw new Error(`${selector} has no element ${index}.`);
    return element as ElementHandle<Found>;
  }

  return {
    goto: async (url) => void (await page.goto(url)),
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: <Args extends unknown[], Result>(inPage: (...args: Args) => Result, ...args: Args) =>
      page.evaluate(`(${inPage})(...${JSON.stringify(args)})`) as Promise<Result>,
    click: async (selector, index) => (await find(selector, index)).click(),
    chooseFile: async (selector, path) => (await find<HTMLInputElement>(selector)).uploadFile(path),
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      for (const key of keys) await page.keyboard.down(key);
      for (const key of keys.toReversed()) await page.keyboard.up(key);
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
    print: () => page.pdf({ format: "A4", timeout }),
    close: () => browser.close(),
  };
}

/** Firefox also reports event streams and fonts (NS_BINDING_ABORTED) that end because their page is left. */
const endedWithPage = /\/api\/events\?|status=2152398850/;

/** Runs in the page: BiDi reports an error object without its message. */
function spellOutErrors() {
  const { error } = console;
  console.error = (...details) =>
    error(...details.map((detail) => (detail instanceof Error ? `${detail}\n${detail.stack}` : detail)));
}
