import { test as base, expect } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { password, people } from "../support/people";
import { type Product, startProduct } from "../support/product";
import type { BrowserWindow } from "./browser-window";
import { openFirefox } from "./firefox";
import { signIn } from "./steps";
import { openWebKitGtk } from "./webkitgtk";

const browsers = { Firefox: openFirefox, WebKitGTK: openWebKitGtk };
type BrowserName = keyof typeof browsers;

type Fixtures = {
  /** Starts a product without an admin. It is stopped after the browsers are closed. */
  startNew: () => Promise<Product>;
  /** Opens a browser. Errors that it reports by the end fail the test. */
  open: (name: BrowserName) => Promise<BrowserWindow>;
  /** Opens a browser in which the admin has signed in. */
  openSignedIn: (name: BrowserName) => Promise<BrowserWindow>;
};

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter's pattern.
    async ({}, use) => {
      const product = await startProduct();
      await createAdmin(product);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: timeoutMs(120_000) },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startNew: async ({}, use) => {
    const products: Product[] = [];
    await use(async () => {
      const product = await startProduct();
      products.push(product);
      return product;
    });
    for (const product of products) await product.stop();
  },
  open: async ({ startNew: _stoppedLater }, use) => {
    const windows: BrowserWindow[] = [];
    await use(async (name) => {
      const window = await browsers[name]();
      windows.push(window);
      await window.resize(1440, 900);
      return window;
    });
    const errors = windows.flatMap((window) => window.takeErrors());
    for (const window of windows) await window.close();
    expect(errors).toEqual([]);
  },
  openSignedIn: ({ open, product }, use) =>
    use(async (name) => {
      const window = await open(name);
      await signIn(window, product.origin);
      return window;
    }),
});

export { expect };

async function createAdmin({ origin, setupUrl = "" }: Product) {
  const token = new URL(setupUrl).searchParams.get("token");
  const response = await fetch(`${origin}/api/auth/setup`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", "x-switchboard": "1" },
    body: JSON.stringify({ ...people.admin, password, token }),
  });
  expect(response.status).toBe(200);
}
