import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { type FaultUpstream, startFaultUpstream } from "./support/fault-upstream";
import { comesBackByItself, faceWords, stripWords } from "./support/fault-words";
import { faults } from "./support/faults";
import { healthyPlatform } from "./support/healthy-platform";
import { listOf, uploadList } from "./support/import-wizard";
import { signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { listen, patient } from "./support/test";

let platform: FaultUpstream;
let product: Product;
let context: BrowserContext;
let newProfile: () => Promise<BrowserContext>;

test.beforeAll(async ({ browser }) => {
  platform = await startFaultUpstream(healthyPlatform);
  product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: "fault_key_77aa",
    VOICE_API_TIMEOUT_MS: "1500",
    LOG_LEVEL: "fatal",
  });
  const cookies = await signEverybodyIn(browser, product.setupUrl ?? "");
  const storageState = { cookies: cookies.admin, origins: [] };
  newProfile = () => browser.newContext({ baseURL: product.origin, storageState });
  context = await newProfile();
});

test.afterAll(async () => {
  await context?.close();
  await product?.stop();
  await platform?.close();
});

/** A platform in order, and a gateway that knows it. */
async function healed() {
  platform.suffer(undefined);
  await expect
    .poll(async () => (await context.request.get("/api/v1/webhooks", { headers: { "x-switchboard": "1" } })).status(), {
      timeout: 20_000,
    })
    .toBe(200);
  platform.seen.length = 0;
}

/** The browser itself complains of every answer that is no success; anything else is ours. */
async function visit(path: string) {
  // A profile of its own: what another test sent is kept in the browser, and reads like this one's answer.
  const profile = await newProfile();
  const page = patient(await profile.newPage());
  return {
    page,
    complaints: listen(page, /Failed to load resource/),
    open: () => page.goto(path),
    leave: () => profile.close(),
  };
}

const main = (page: Page) => page.locator("main");
const slowest = 45_000;

const sends = () => platform.seen.filter(({ method }) => method === "POST");

for (const [name, fault] of Object.entries(faults)) {
  // A campaign of its own each: what was answered for one stays on its page, and reads like the next one's answer.
  const read = `read-${name}`;
  const sent = `sent-${name}`;
  const filled = `filled-${name}`;

  test.describe(`a platform that answers: ${fault.what}`, () => {
    test.setTimeout(120_000);

    test("a record says so, and comes back without a reload", async () => {
      await healed();
      platform.suffer(name, ({ url }) => url?.includes(read) ?? false);
      const { page, complaints, open, leave } = await visit(`/campaigns/${read}`);
      await open();
      await expect(main(page)).toContainText(faceWords(fault), { timeout: slowest });
      await healed();
      if (fault.read !== "ok" && !comesBackByItself(fault))
        await page.getByRole("button", { name: "Read again" }).last().click();
      await expect(main(page)).toContainText("as it was", { timeout: 15_000 });
      expect(complaints).toEqual([]);
      await leave();
    });

    test("a list keeps its rows, dated, with the fault beside them", async () => {
      await healed();
      const { page, complaints, open, leave } = await visit("/credentials");
      await open();
      await expect(main(page)).toContainText("Credential 3");
      platform.suffer(name, ({ url }) => url?.includes("server-credentials") ?? false);
      await page.getByRole("heading", { level: 1 }).click();
      await page.keyboard.press("r");
      const isFault = (fault.list ?? fault.read) !== "ok";
      if (isFault) {
        await expect(main(page)).toContainText(stripWords(fault), { timeout: slowest });
        await expect(main(page)).toContainText("What you see was read");
      }
      if (fault.list !== "ok") await expect(main(page)).toContainText("Credential 3");
      await healed();
      if (isFault && !comesBackByItself(fault)) await page.getByRole("button", { name: "Read again" }).last().click();
      await expect(main(page)).not.toContainText("What you see was read", { timeout: 15_000 });
      expect(complaints).toEqual([]);
      await leave();
    });

    test("a send leaves once, and is told for what it is", async () => {
      await healed();
      const { page, complaints, open, leave } = await visit(`/campaigns/${sent}`);
      await open();
      await expect(main(page)).toContainText("as it was");
      platform.suffer(name, ({ method }) => method === "POST");
      await page.getByRole("button", { name: /^Pause/ }).click();
      if (fault.send === "ok") await expect(page.getByText(/Pause was answered|Taken/).first()).toBeVisible();
      else {
        const said = fault.send === "refused" ? "Pause was refused" : "Pause may or may not have taken effect";
        await expect(main(page)).toContainText(said, { timeout: slowest });
      }
      expect(sends()).toHaveLength(1);
      expect(complaints).toEqual([]);
      await leave();
    });

    test("an upload leaves once, and is told for what it is", async () => {
      await healed();
      const { page, complaints, open, leave } = await visit(`/campaigns/${filled}/contacts`);
      await open();
      platform.suffer(name, ({ method }) => method === "POST");
      // A list of its own: one that was sent before is asked about.
      await uploadList(
        page,
        listOf("two.csv", ["phone_number,name", `+12125550142,Ann ${name}`, "+12125550143,Bo Diaz"]),
      );
      const said = {
        ok: /The API answered 200/,
        refused: /The contact list was refused/,
        unknown: /may or may not have taken effect|may have none, some or all/,
      };
      await expect(main(page)).toContainText(said[fault.upload ?? fault.send], { timeout: slowest });
      expect(sends()).toHaveLength(1);
      expect(complaints).toEqual([]);
      await leave();
    });
  });
}
