import type { Browser, Page } from "@playwright/test";
import { codeOf } from "../lib/testing/authenticator";
import { wear } from "./support/looks";
import { password, people } from "./support/people";
import { readQrCode } from "./support/read-qr-code";
import { startStage } from "./support/stage";
import { expect, expectSoundEverywhere, listen, patient, test } from "./support/test";

let visitors = 0;

/** Each from an address of its own, because attempts per address are limited. */
async function openVisitor(browser: Browser, origin: string) {
  visitors += 1;
  const extraHTTPHeaders = { "x-forwarded-for": `198.51.100.${visitors}` };
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders });
  const page = patient(await context.newPage());
  // The browser logs a wrong code's 400 and an ended session's 401.
  return { context, page, complaints: listen(page, /status of 40[01]/) };
}

/** Types the password, with the keyboard alone. */
async function signIn(page: Page, { email }: { email: string }) {
  await page.goto("/sign-in");
  // A press before hydration sends the form as it is.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("form button[type=submit]") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

async function signOut(page: Page) {
  // A press before hydration is lost.
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page
    .getByRole("button", { name: /Account|Mara Okafor/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

const secretOn = async (page: Page) =>
  ((await page.locator("code[translate=no]").textContent()) ?? "").replaceAll(" ", "");
/** A phone reads the picture in both themes and sizes. On a phone itself, a link opens the app. */
async function expectScannable(page: Page, secret: string) {
  const link = page.getByRole("link", { name: "Open in authenticator" });
  for (const look of ["dark at 390 px", "light at 390 px", "dark", "light"] as const) {
    await wear(page, look);
    const text = await readQrCode(page);
    expect(text, look).toMatch(/^otpauth:\/\/totp\/Switchboard:/);
    expect(new URL(text ?? "").searchParams.get("secret"), look).toBe(secret);
    if (look.endsWith("390 px")) await expect(link).toHaveAttribute("href", text ?? "");
    await expect(link).toBeVisible({ visible: look.endsWith("390 px") });
  }
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("sets up, uses, recovers and requires a second factor", async ({ browser }) => {
  test.slow();
  const stage = await startStage({ SWITCHBOARD_TRUSTED_HOPS: "1" });
  const { origin } = stage.product;
  const { context, page, complaints } = await openVisitor(browser, origin);
  await context.addCookies(stage.cookies.admin);

  await page.goto("/settings");
  const factor = page.getByRole("listitem").filter({ hasText: "Second factor" });
  await expect(factor.getByText("Off.", { exact: true })).toBeVisible();
  await factor.getByRole("button", { name: "Set up…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
  await dialog.getByRole("textbox", { name: "Password" }).fill(password);
  await page.keyboard.press("Enter");
  const code = dialog.getByLabel("Code that the app shows");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("inputmode", "numeric");
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expect(dialog.getByText(/Switchboard's clock said \d\d:\d\d:\d\d UTC/)).toBeVisible();
  await expectSoundEverywhere(page);
  const secret = await secretOn(page);
  await expectScannable(page, secret);
  await code.fill(codeOf(secret));
  await page.keyboard.press("Enter");
  const saved = page.getByRole("dialog", { name: "Save your recovery codes" });
  const recoveryCodes = ((await saved.locator("code").textContent()) ?? "").split("\n");
  expect(recoveryCodes).toHaveLength(10);
  await expectSoundEverywhere(page);
  await saved.getByRole("button", { name: "Done" }).click();
  await expect(factor).toContainText(/On since .*, with an authenticator app\./);
  await factor.getByRole("button", { name: "Manage…" }).click();
  const manage = page.getByRole("dialog", { name: "Your second factor" });
  await expect(manage.getByText("10 codes left.")).toBeVisible();
  await expectSoundEverywhere(page);
  await manage.getByRole("button", { name: "Close" }).click();
  await expectSoundEverywhere(page);

  await signOut(page);
  await signIn(page, people.admin);
  await expect(heading(page)).toHaveText("Enter your code");
  await expect(page.getByLabel("Code of six digits")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This code is wrong\. Switchboard's clock says \d\d:\d\d:\d\d UTC\./)).toBeVisible();
  await expectSoundEverywhere(page);
  await page.getByLabel("Code of six digits").fill(codeOf(secret, { steps: 1 }));
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Overview");

  await signOut(page);
  await signIn(page, people.admin);
  await page.getByRole("button", { name: "Use a recovery code" }).press("Enter");
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await expectSoundEverywhere(page);
  await page.keyboard.type(recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Overview");

  await page.goto("/team/sign-on");
  const rule = page.getByRole("group", { name: "A second factor is required of" });
  await rule.getByRole("button", { name: "Everyone" }).press("Enter");
  await expect(rule.getByRole("button", { name: "Everyone" })).toHaveAttribute("aria-pressed", "true");

  const tom = await openVisitor(browser, origin);
  await signIn(tom.page, people.support);
  await expect(heading(tom.page)).toHaveText("Set up a second factor");
  await expectSoundEverywhere(tom.page);
  await expectScannable(tom.page, await secretOn(tom.page));
  await tom.page.getByLabel("Code that the app shows").fill(codeOf(await secretOn(tom.page)));
  await tom.page.keyboard.press("Enter");
  await expect(heading(tom.page)).toHaveText("Save your recovery codes");
  await expectSoundEverywhere(tom.page);
  await tom.page.getByRole("button", { name: "Go to Switchboard" }).click();
  await expect(heading(tom.page)).toHaveText("Overview");

  const mailToTom = () =>
    stage.mails
      .map((mail) => mail.replaceAll(/=\r?\n/g, ""))
      .find((mail) => mail.includes(`To: ${people.support.email}`) && mail.includes("New sign-in"));
  await expect.poll(mailToTom).toBeDefined();
  const link = /http\S+\/end-session#\S+/.exec(mailToTom() ?? "")?.[0] ?? "";
  const mailed = await openVisitor(browser, origin);
  await mailed.page.goto(link);
  await expect(heading(mailed.page)).toHaveText("Was it you who signed in?");
  await expectSoundEverywhere(mailed.page);
  await tom.page.reload();
  await expect(heading(tom.page)).toHaveText("Overview");
  await mailed.page.getByRole("button", { name: "End that session" }).press("Enter");
  await expect(heading(mailed.page)).toHaveText("That session is over");
  await expectSoundEverywhere(mailed.page);
  await expect(tom.page).toHaveURL(/\/sign-in/);

  await page.goto("/team");
  await page.getByRole("link", { name: people.support.name, exact: true }).click();
  await expect(page.getByRole("heading", { name: "Signed in" })).toBeVisible();
  await expectSoundEverywhere(page);
  await page.getByRole("button", { name: "Turn off second factor…" }).click();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(people.support.name) })).toContainText("not set up");

  expect([...complaints, ...tom.complaints, ...mailed.complaints]).toEqual([]);
  for (const each of [context, tom.context, mailed.context]) await each.close();
  await stage.close();
});
