import type { BrowserContext, Page } from "@playwright/test";
import { number, plainList } from "./support/contact-lists";
import { json } from "./support/fault-replies";
import { type FaultUpstream, startFaultUpstream } from "./support/fault-upstream";
import { campaign, healthyPlatform } from "./support/healthy-platform";
import { openImport, prepareList, reviewList, uploadButton, uploadList } from "./support/import-wizard";
import { people, signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { startRelay } from "./support/relay";
import { expect, listen, patient, test } from "./support/test";

let platform: FaultUpstream;
let product: Product;
let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  platform = await startFaultUpstream(healthyPlatform);
  product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "sending_key_31bb",
    LOG_LEVEL: "trace",
  });
  context = await browser.newContext({ baseURL: product.origin });
  await context.addCookies((await signEverybodyIn(browser, product.setupUrl ?? "")).campaign_manager);
});

test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  await platform?.close();
});

/** The browser itself complains of a line that drops; anything else is ours. */
async function visit({ from = context, expected }: { from?: BrowserContext; expected?: RegExp } = {}) {
  const page = patient(await from.newPage());
  const complaints = listen(page, expected);
  platform.seen.length = 0;
  await openImport(page, campaign);
  return { page, main: page.locator("main"), complaints };
}

const uploads = () => platform.seen.filter(({ method, url }) => method === "POST" && url.endsWith("/contacts/upload"));

const checks = () => platform.seen.filter(({ url }) => url.endsWith("/validate-csv"));

/** Too large for what lies between the browser and a platform that reads nothing: it is under way until that changes. */
const largeList = (name: string) => plainList(name, 150_000, { padding: `of ${name} ${"and so on ".repeat(16)}` });

async function sendingOf(page: Page, name: string) {
  platform.stall(({ method }) => method === "POST");
  await uploadList(page, largeList(name));
  await expect(page.getByRole("progressbar", { name: "of the file has left this browser" })).toBeVisible();
  await expect.poll(() => uploads().length).toBe(1);
}

/** Sends are answered only once the function this answers is called. */
function heldAnswer(): () => void {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  platform.answer(async (request, response) => {
    if (request.method === "POST") await gate;
    healthyPlatform(request, response);
  });
  return letGo;
}

const journalOf = async (name: string) => {
  const answer = await context.request.get(`/api/console/imports?campaign_id=${campaign}`);
  const { data } = (await answer.json()) as { data: { file_name: string; outcome: string | null }[] };
  return data.filter(({ file_name }) => file_name === name).map(({ outcome }) => outcome);
};

test.afterEach(() => platform.stall(() => false));

test("the same list again says who sent it and when, and asks; Do not send sends nothing", async () => {
  const { page, main, complaints } = await visit();
  const list = plainList("twice.csv", 3);
  await uploadList(page, list);
  await expect(main).toContainText("The API answered 200");
  await page.getByRole("button", { name: "Send another list" }).click();
  await prepareList(page, { ...list, name: "twice, renamed.csv" });
  await expect(main).toContainText("This very list was sent to this campaign before");
  await expect(main).toContainText(new RegExp(`On .*\\d\\d:\\d\\d.* by ${people.campaign_manager.name}: answered 200`));
  await page.getByRole("button", { name: "Upload 3 contacts again" }).click();
  const question = page.getByRole("alertdialog", { name: "Send this list again?" });
  await question.getByRole("button", { name: "Do not send" }).click();
  await expect(question).toBeHidden();
  expect(uploads()).toHaveLength(1);
  expect(await journalOf("twice, renamed.csv")).toEqual([]);
  await uploadButton(page).click();
  await question.getByRole("button", { name: "Send 3 contacts again" }).click();
  await expect(main).toContainText("The API answered 200");
  expect(uploads()).toHaveLength(2);
  expect(complaints).toEqual([]);
  await page.close();
});

test("until the journal has answered now, nothing is sent; where it fails, the list is asked about", async () => {
  const { page, main } = await visit({ expected: /Failed to load resource/ });
  const list = plainList("guarded.csv", 3, { firstNumber: 20 });
  await uploadList(page, list);
  await expect(main).toContainText("The API answered 200");
  await page.getByRole("button", { name: "Send another list" }).click();
  let answer = () => {};
  const isDue = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/console\/imports\?.*sha256=/, async (route) => {
    await isDue;
    await route.abort();
  });
  await reviewList(page, list);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(main).toContainText("Looking whether this list was sent before");
  await expect(uploadButton(page)).toHaveAttribute("aria-disabled", "true");
  answer();
  await expect(main).toContainText("Nobody can say now whether this list was sent before");
  await uploadButton(page).click();
  const question = page.getByRole("alertdialog", { name: "Send this list unchecked?" });
  await question.getByRole("button", { name: "Do not send" }).click();
  expect(uploads()).toHaveLength(1);
  await page.close();
});

test("a check that the API refuses is told in its words, and asked otherwise only by a press", async () => {
  const { page, main } = await visit({ expected: /Failed to load resource/ });
  platform.answer(async (request, response) => {
    const isForm = String(request.headers["content-type"]).startsWith("multipart/");
    if (!request.url?.endsWith("/validate-csv") || !isForm) return healthyPlatform(request, response);
    return json(400, { message: "Row 3: +44 is too short" })(request, response);
  });
  await prepareList(page, plainList("asked.csv", 3, { firstNumber: 30 }));
  await page.getByRole("button", { name: "Ask the API to check" }).click();
  await expect(main).toContainText("Row 3: +44 is too short");
  expect(checks()).toHaveLength(1);
  await page.getByRole("button", { name: "Ask again with the bare text" }).click();
  await expect(main).toContainText("The API’s check answered 200");
  expect(checks()).toHaveLength(2);
  platform.answer(healthyPlatform);
  await page.close();
});

test("a check that takes long shows how far it is, and can be stopped", async () => {
  const { page, main, complaints } = await visit();
  platform.stall(({ method }) => method === "POST");
  await prepareList(page, largeList("long check.csv"));
  await page.getByRole("button", { name: "Ask the API to check" }).click();
  await expect(page.getByRole("progressbar", { name: "Sent to the API’s check" })).toBeVisible();
  await page.getByRole("button", { name: "Stop asking" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(uploadButton(page)).not.toHaveAttribute("aria-disabled", "true");
  await expect(main.getByRole("alert")).toHaveCount(0);
  expect(uploads()).toHaveLength(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test("sending that is stopped in the middle says what is not known, and the journal says stopped", async () => {
  const { page, main, complaints } = await visit();
  await sendingOf(page, "stopped.csv");
  await page.getByRole("button", { name: "Stop sending" }).click();
  await expect(main.getByRole("alert")).toContainText(/You stopped at \d+%/);
  await expect(main.getByRole("alert")).toContainText("The API may have none, some or all of it.");
  await expect(page.locator("#import-step")).toBeFocused();
  expect(await journalOf("stopped.csv")).toEqual(["stopped"]);
  expect(uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("a line that drops in the middle is said to have dropped, and nothing is sent again by itself", async ({
  browser,
}) => {
  const line = await startRelay(product.origin);
  const behind = await browser.newContext({ baseURL: line.origin });
  await behind.addCookies(await context.cookies());
  const { page, main, complaints } = await visit({ from: behind, expected: /Failed to load resource/ });
  await sendingOf(page, "dropped.csv");
  line.cut();
  await expect(main.getByRole("alert")).toContainText(/The line dropped at \d+%/);
  await expect(main.getByRole("alert")).toContainText("Look at the campaign before sending again.");
  await expect(main).toContainText("The journal could not be told how this ended.");
  line.mend();
  platform.stall(() => false);
  // Long enough for anything that tries again by itself to have done so.
  await page.waitForTimeout(3_000);
  expect(uploads()).toHaveLength(1);
  expect(await journalOf("dropped.csv")).toEqual([null]);
  expect(complaints).toEqual([]);
  await behind.close();
  line.close();
});

test("a press that the browser sends again by itself after a reset leaves once", async ({ browser }) => {
  const line = await startRelay(product.origin);
  const behind = await browser.newContext({ baseURL: line.origin });
  await behind.addCookies(await context.cookies());
  const page = patient(await behind.newPage());
  await page.goto(`/campaigns/${campaign}`);
  await expect(page.locator("main")).toContainText("as it was");
  const letGo = heldAnswer();
  const sends = () => platform.seen.filter(({ method }) => method === "POST");
  platform.seen.length = 0;
  await page.getByRole("button", { name: /^Pause/ }).click();
  await expect.poll(() => sends().length).toBe(1);
  line.reset();
  await expect.poll(() => line.seen("POST")).toBeGreaterThan(1);
  await expect(page.locator("main")).toContainText("Pause may or may not have taken effect");
  letGo();
  platform.answer(healthyPlatform);
  await expect(page.locator("main")).toContainText("as it was");
  expect(sends()).toHaveLength(1);
  await behind.close();
  line.close();
});

test("a tab that is closed in the middle leaves a list whose outcome is unknown, and the next try is told", async () => {
  const { page } = await visit();
  await sendingOf(page, "closed.csv");
  await page.close({ runBeforeUnload: false });
  platform.stall(() => false);
  expect(await journalOf("closed.csv")).toEqual([null]);

  const next = await visit();
  // What was kept in the browser comes back by itself.
  await expect(next.main).toContainText("closed.csv");
  await next.page.getByRole("button", { name: "Check the list" }).click();
  await next.page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(next.main).toContainText("This very list was sent to this campaign before");
  await expect(next.main).toContainText("outcome unknown; the API may have none, some or all of it");
  expect(next.complaints).toEqual([]);
  await next.page.close();
});

test("whoever comes back while a list is on its way finds it on its way, and can stop it", async () => {
  const { page, main, complaints } = await visit();
  await sendingOf(page, "left.csv");
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await closing;
  await page.goBack();
  await expect(main.getByRole("heading", { name: "Sending 150,000 contacts of left.csv" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "of the file has left this browser" })).toBeVisible();
  await expect(main).not.toContainText("Nothing is sent before the last step");
  await page.getByRole("button", { name: "Stop sending" }).click();
  await expect(main.getByRole("alert")).toContainText(/You stopped at \d+%/);
  expect(await journalOf("left.csv")).toEqual(["stopped"]);
  expect(uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  await page.close();
});

test("an answer that nobody was there to see is shown whole to whoever comes back, once", async () => {
  const { page, main, complaints } = await visit();
  const letGo = heldAnswer();
  await uploadList(page, plainList("unseen.csv", 3, { firstNumber: 80 }));
  await expect(page.getByRole("button", { name: "Stop sending" })).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  letGo();
  await expect(page.getByText("The API answered 200 to unseen.csv", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(main.getByRole("heading", { name: "The API answered 200" })).toBeVisible();
  await expect(main.getByRole("region", { name: "What left this browser" })).toContainText("unseen.csv");
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  await page.goBack();
  await expect(main.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  expect(uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  platform.answer(healthyPlatform);
  await page.close();
});

test("whoever looks at another page meanwhile is not asked, hears of the answer there, and comes back to no list", async () => {
  const { page, main, complaints } = await visit();
  const letGo = heldAnswer();
  await uploadList(page, plainList("meanwhile.csv", 3, { firstNumber: 50 }));
  await expect(page.getByRole("button", { name: "Stop sending" })).toBeVisible();
  await page.getByRole("link", { name: "Workflows" }).click();
  await expect(page).toHaveURL(/\/workflows$/);
  letGo();
  await expect(page.getByText("The API answered 200 to meanwhile.csv", { exact: true })).toBeVisible();
  await openImport(page, campaign);
  await expect(main.getByRole("heading", { name: "Choose a file" })).toBeVisible();
  await expect(main).toContainText("meanwhile.csv, 3 contacts");
  await expect(main.getByRole("button", { name: "Check the list" })).toHaveCount(0);
  expect(uploads()).toHaveLength(1);
  expect(complaints).toEqual([]);
  platform.answer(healthyPlatform);
  await page.close();
});

test("leaving a list that was stopped on its way is not said to leave one that was never sent", async () => {
  const { page, main } = await visit();
  await sendingOf(page, "half sent.csv");
  await page.getByRole("button", { name: "Stop sending" }).click();
  await expect(main.getByRole("alert")).toContainText("You stopped");
  // A decision of its own, so that leaving asks.
  await page.goBack();
  await page.getByRole("button", { name: "All rows" }).click();
  await page.getByRole("gridcell", { name: number(0) }).click();
  await page.keyboard.type(number(9_000));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Workflows" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave this list?" });
  await expect(question).toContainText("is kept in this browser for a day");
  await expect(question).not.toContainText("Nothing was sent");
  await page.close();
});

test("nothing that was chosen, checked or sent stands in the product's log", async () => {
  const { page, main } = await visit();
  const list = plainList("quiet.csv", 2, { firstNumber: 7_000_000, padding: "Wilhelmina" });
  await reviewList(page, list);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await page.getByRole("button", { name: "Ask the API to check" }).click();
  await expect(main).toContainText("The API’s check answered 200");
  await uploadButton(page).click();
  await expect(main).toContainText("The API answered 200");
  const log = product.said();
  expect(log).toContain("campaigns.upload_contacts");
  for (const secret of ["Wilhelmina", "Contact 0", "2129000000", "and so on"]) expect(log).not.toContain(secret);
  await page.close();
});
