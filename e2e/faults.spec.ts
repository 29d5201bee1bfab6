import type { Browser, Page } from "@playwright/test";
import { type Fault, faults } from "../lib/testing/faults";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { comesBackByItself, faceMessage, stripMessage } from "./support/fault-messages";
import { listOf, uploadList } from "./support/import-wizard";
import { type Stage, startStage } from "./support/stage";
import { expect, listen, patient, test } from "./support/test";

let stage: Stage;

// On a product of its own: it waits for its platform no longer than these tests can.
test.beforeAll(async () => {
  stage = await startStage({ VOICE_API_TIMEOUT_MS: String(timeoutMs(1_000)), LOG_LEVEL: "fatal" });
});

test.afterAll(() => stage?.close());

const main = (page: Page) => page.locator("main");
const sends = () => stage.platform.seen.filter(({ method }) => method === "POST");

// Every fault has campaigns of its own: what was answered for one stays on its page, and reads like the next one's answer.

test("a record says what is wrong, and comes back without a reload", async ({ browser }) => {
  const alike = ({ read, answers }: Fault) => `${read} ${answers}`;
  await forEachFault(browser, oneOfEach(alike), async (page, name, fault) => {
    const campaign = `read-${name}`;
    stage.platform.suffer(name, ({ url }) => url?.includes(campaign) ?? false);
    await page.goto(`/campaigns/${campaign}`);
    await expect(main(page)).toContainText(faceMessage(fault));
    await stage.heal();
    if (fault.read !== "ok") await askAgain(page, fault);
    await expect(main(page)).toContainText("as it was");
  });
});

test("a list keeps its rows, dated, with the fault beside them", async ({ browser }) => {
  const alike = ({ read, list, answers }: Fault) => `${list ?? read} ${answers}`;
  await forEachFault(browser, oneOfEach(alike), async (page, name, fault) => {
    // An answer of other rows, which no fault is, leaves the list without ours.
    if (!(await main(page).getByText("Credential 3").first().isVisible())) await page.goto("/credentials");
    await expect(main(page)).toContainText("Credential 3");
    stage.platform.suffer(name, ({ url }) => url?.includes("server-credentials") ?? false);
    const answered = page.waitForResponse(/server-credentials/);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("r");
    await answered;
    const isFault = (fault.list ?? fault.read) !== "ok";
    if (isFault) {
      await expect(main(page)).toContainText(stripMessage(fault));
      await expect(main(page)).toContainText("Showing data from");
    }
    if (fault.list !== "ok") await expect(main(page)).toContainText("Credential 3");
    await stage.heal();
    if (isFault) await askAgain(page, fault);
    await expect(main(page)).not.toContainText("Showing data from");
  });
});

test("a send leaves once, and is reported for what it is", async ({ browser }) => {
  const alike = ({ send }: Fault) => send;
  await forEachFault(browser, oneOfEach(alike), async (page, name, fault) => {
    await page.goto(`/campaigns/sent-${name}`);
    await expect(main(page)).toContainText("as it was");
    stage.platform.suffer(name, ({ method }) => method === "POST");
    await page.getByRole("button", { name: /^Pause/ }).click();
    if (fault.send === "ok") await expect(page.getByText(/Pause: accepted|Taken/).first()).toBeVisible();
    else {
      const said = fault.send === "refused" ? "Pause was refused" : "Pause may or may not have taken effect";
      await expect(main(page)).toContainText(said);
    }
    expect(sends()).toHaveLength(1);
  });
});

test("an upload leaves once, and is reported for what it is", async ({ browser }) => {
  const alike = ({ upload, send }: Fault) => upload ?? send;
  await forEachFault(browser, oneOfEach(alike), async (page, name, fault) => {
    await page.goto(`/campaigns/filled-${name}/contacts`);
    stage.platform.suffer(name, ({ method }) => method === "POST");
    // A list of its own: one that was sent before is asked about.
    const rows = ["phone_number,name", `+12125550142,Ann ${name}`, "+12125550143,Bo Diaz"];
    await uploadList(page, listOf("two.csv", rows));
    const said = {
      ok: /were uploaded to|are in /,
      refused: /The contact list was refused/,
      unknown: /may or may not have taken effect|may have none, some or all/,
    };
    await expect(main(page)).toContainText(said[fault.upload ?? fault.send]);
    expect(sends()).toHaveLength(1);
  });
});

/** What a page says hangs on these alone. That each fault comes to them is tested before the gateway. */
function oneOfEach(alike: (fault: Fault) => string) {
  const all = Object.entries(faults);
  return all.filter(([, fault]) => all.find(([, each]) => alike(each) === alike(fault))?.[1] === fault);
}

type TryFault = (page: Page, name: string, fault: Fault) => Promise<void>;

/** One page for all faults, each a step by its name; a fault that fails does not hide what the others do. */
async function forEachFault(browser: Browser, tried: readonly [string, Fault][], tryFault: TryFault) {
  const context = await browser.newContext({ baseURL: stage.product.origin });
  await context.addCookies(stage.cookies.admin);
  const page = patient(await context.newPage());
  await page.clock.install();
  // The browser itself complains of every answer that is no success; anything else is ours.
  const complaints = listen(page, /Failed to load resource/);
  const failed: string[] = [];
  for (const [name, fault] of tried) {
    const step = async () => {
      await stage.heal();
      await tryFault(page, name, fault);
      expect(complaints.splice(0)).toEqual([]);
    };
    await test.step(`a platform that answers: ${fault.what}`, step).catch(async (error: Error) => {
      failed.push(`${fault.what}: ${error.message}`);
      await test.info().attach(fault.what, { body: await page.screenshot(), contentType: "image/png" });
    });
  }
  await context.close();
  if (failed.length > 0) throw new Error(failed.join("\n\n"));
}

/** A passing fault is asked after by itself, once the page's clock has gone on; any other by a person. */
async function askAgain(page: Page, fault: Fault) {
  if (comesBackByItself(fault)) await page.clock.fastForward(5_000);
  else await page.getByRole("button", { name: "Refresh" }).last().click();
}
