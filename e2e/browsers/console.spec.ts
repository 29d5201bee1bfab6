import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { seeded } from "../../platform/seed/ids";
import { findOverflow } from "../support/find-overflow";
import { pages } from "../support/pages";
import { password, people } from "../support/people";
import type { BrowserWindow } from "./browser-window";
import { button, clickNamed, expectHeading, expectText, fill, listNames, openPage, signIn, textOf } from "./steps";
import { expect, test } from "./test";

const { campaigns } = seeded;

/** Where a menu or dialog is opened, and by which control. */
const openers = [
  ["/", "Account menu"],
  ["/", "Find"],
  ["/phone-numbers", "Status"],
  [`/campaigns/${campaigns.running}`, "More"],
  [`/campaigns/${campaigns.running}`, "Cancel"],
  [`/campaigns/${campaigns.running}`, "Schedule an action"],
  ["/webhooks", "Export"],
  ["/webhooks", "Time"],
  ["/team", "Add a person"],
  ["/settings/alerts/recipients", "Add"],
] as const;

/** Each browser imports its own people into its own campaign. People of another campaign would have to be confirmed. */
const tested = [
  { name: "Firefox", campaign: campaigns.draft, firstNumber: 12_125_551_000 },
  { name: "WebKitGTK", campaign: campaigns.paused, firstNumber: 12_125_552_000 },
] as const;

for (const { name, campaign, firstNumber } of tested)
  test.describe(name, () => {
    test("creates the first admin over http, signs out and signs in", async ({ open, startNew }) => {
      const product = await startNew();
      const window = await open(name);
      await window.goto(product.setupUrl ?? "");
      await fill(window, "Name", people.admin.name);
      await fill(window, "Email", people.admin.email);
      await fill(window, "Password", password);
      await clickNamed(window, button, "Create account");
      await expectHeading(window, "Overview");
      await clickNamed(window, button, "Account menu");
      await clickNamed(window, button, "Sign out");
      await expectHeading(window, "Sign in");
      await signIn(window, product.origin);
    });

    test("shows every page at two widths without errors", async ({ openSignedIn, product }) => {
      const window = await openSignedIn(name);
      for (const { path, title, shows } of pages)
        await test.step(path, async () => {
          await window.resize(1440, 900);
          await openPage(window, product.origin + path);
          for (const width of [1440, 390]) {
            await window.resize(width, 900);
            await expectHeading(window, title);
            await expectText(window, shows);
            expect.soft(await window.evaluate(findOverflow), `${path} at ${width} px`).toEqual([]);
          }
          expect.soft(window.takeErrors(), path).toEqual([]);
        });
    });

    test("opens a page from the palette", async ({ openSignedIn }) => {
      const window = await openSignedIn(name);
      await window.press("Control", "k");
      await expect.poll(() => window.evaluate(listNames, "[role=combobox]")).toEqual([expect.stringMatching(/^Find/)]);
      await window.type("phone numbers");
      await expect.poll(() => textOf(window, "[role=option]")).toMatch("Phone numbers");
      await window.press("Enter");
      await expectHeading(window, "Phone numbers");
    });

    test("opens menus and dialogs with the first click", async ({ openSignedIn, product }) => {
      const window = await openSignedIn(name);
      for (const [path, opener] of openers)
        await test.step(`${path}: ${opener}`, async () => {
          await openPage(window, product.origin + path);
          await clickNamed(window, "[aria-haspopup]", opener);
          await expect.poll(() => window.evaluate(hasLayer), `${opener} on ${path} opens`).toBe(true);
        });
    });

    test("imports ten rows", async ({ openSignedIn, product }, info) => {
      const file = info.outputPath("ten.csv");
      const rows = Array.from({ length: 10 }, (_, index) => `+${firstNumber + index},Contact ${index}`);
      writeFileSync(file, ["phone_number,name", ...rows, ""].join("\r\n"));
      const window = await openSignedIn(name);
      await openPage(window, `${product.origin}/campaigns/${campaign}/contacts`);
      await window.chooseFile("main input[type=file]", file);
      await clickNamed(window, button, "Upload 10 contacts");
      await expectText(window, "10 accepted, 0 rejected, 0 duplicates; 10 were uploaded.");
    });
  });

test("shows a pause in Firefox and a resume in WebKitGTK in the other browser within 2 s", async ({
  openSignedIn,
  product,
}) => {
  const [firefox, webKit] = [await openSignedIn("Firefox"), await openSignedIn("WebKitGTK")];
  for (const window of [firefox, webKit]) {
    await openPage(window, `${product.origin}/campaigns/${campaigns.running}`);
    await expectText(window, "running");
  }
  const pausedMs = await clickNamed(firefox, button, "Pause");
  const pauseMs = await timeUntilShown(webKit, "paused", pausedMs);
  await clickNamed(webKit, button, "Resume");
  const resumedMs = await clickNamed(webKit, "[role=alertdialog] button", "Resume");
  const resumeMs = await timeUntilShown(firefox, "running", resumedMs);
  console.log(`WebKitGTK showed the pause after ${pauseMs} ms, Firefox showed the resume after ${resumeMs} ms.`);
  expect(Math.max(pauseMs, resumeMs)).toBeLessThanOrEqual(timeoutMs(2_000));
});

for (const [path, lastRow] of [
  ["/audit", "started the audit log"],
  ["/phone-numbers", "Vancouver"],
] as const)
  test(`prints ${path} in Firefox without a blank page`, async ({ openSignedIn, product }, info) => {
    const window = await openSignedIn("Firefox");
    await openPage(window, product.origin + path);
    await expectText(window, lastRow);
    const file = info.outputPath("printed.pdf");
    writeFileSync(file, (await window.print?.()) ?? "");
    const sheets = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }).split("\f").slice(0, -1);
    expect(sheets.join()).toContain(lastRow);
    // More lines than a page footer has.
    for (const sheet of sheets) expect(sheet.trim().split("\n").length, sheet).toBeGreaterThan(3);
  });

/** Runs in the page. */
const hasLayer = () => document.querySelector("dialog[open], [data-radix-popper-content-wrapper]") !== null;

async function timeUntilShown(window: BrowserWindow, status: string, startMs: number) {
  await expect.poll(() => textOf(window, "main"), { intervals: [20] }).toContain(status);
  return Math.round(performance.now() - startMs);
}
