import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { plainList } from "./support/contact-lists";
import { outcome, prepareList, reviewList, uploadButton, uploadList } from "./support/import-wizard";
import { people } from "./support/people";
import { largeList, test } from "./support/sending-stage";
import { expect } from "./support/test";

test("the same list again says who sent it and when, and asks; Do not upload sends nothing", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  const list = plainList("twice.csv", 3);
  await uploadList(page, list);
  await expect(outcome(page)).toBeVisible();
  await page.getByRole("button", { name: "Upload another list" }).click();
  await prepareList(page, { ...list, name: "twice, renamed.csv" });
  await expect(main).toContainText("This list was already uploaded to this campaign");
  await expect(main).toContainText(
    new RegExp(`3 contacts were uploaded .* \\(twice\\.csv, by ${people.campaign_manager.name}\\)`),
  );
  await page.getByRole("button", { name: "Upload 3 contacts again" }).click();
  const question = page.getByRole("alertdialog", { name: "Upload this list again?" });
  await question.getByRole("button", { name: "Do not upload" }).click();
  await expect(question).toBeHidden();
  expect(stage.uploads()).toHaveLength(1);
  await stage.journalOf("twice, renamed.csv").toEqual([]);
  await uploadButton(page).click();
  await question.getByRole("button", { name: "Upload 3 contacts again" }).click();
  await expect(outcome(page)).toBeVisible();
  expect(stage.uploads()).toHaveLength(2);
  expect(complaints).toEqual([]);
  await page.close();
});

test("until the journal has answered now, nothing is sent; where it fails, the list is asked about", async ({
  stage,
}) => {
  const { page, main } = await stage.visit({ expected: /Failed to load resource/ });
  const list = plainList("guarded.csv", 3, { firstNumber: 20 });
  await uploadList(page, list);
  await expect(outcome(page)).toBeVisible();
  await page.getByRole("button", { name: "Upload another list" }).click();
  let answer = () => {};
  const isDue = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/console\/imports\?/, async (route) => {
    await isDue;
    await route.abort();
  });
  await reviewList(page, list);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(main).toContainText("Checking whether contacts were uploaded before");
  await expect(uploadButton(page)).toHaveAttribute("aria-disabled", "true");
  answer();
  await expect(main).toContainText("Could not check whether contacts were uploaded before");
  await uploadButton(page).click();
  const question = page.getByRole("alertdialog", { name: "Upload this list unchecked?" });
  await question.getByRole("button", { name: "Do not upload" }).click();
  expect(stage.uploads()).toHaveLength(1);
  await page.close();
});

test("a check that the platform refuses is reported in its words, and asked otherwise only by a press", async ({
  stage,
}) => {
  const { page, main } = await stage.visit({ expected: /Failed to load resource/ });
  stage.platform.answer(async (request, response) => {
    const isForm = String(request.headers["content-type"]).startsWith("multipart/");
    if (!request.url?.endsWith("/validate-csv") || !isForm) return healthyPlatform(request, response);
    return json(400, { message: "Row 3: +44 is too short" })(request, response);
  });
  await prepareList(page, plainList("asked.csv", 3, { firstNumber: 30 }));
  await page.getByRole("button", { name: "Ask the platform to check" }).click();
  await expect(main).toContainText("Row 3: +44 is too short");
  expect(stage.checks()).toHaveLength(1);
  await page.getByRole("button", { name: "Try again as plain text" }).click();
  await expect(main).toContainText("The platform checked the list");
  expect(stage.checks()).toHaveLength(2);
  await page.close();
});

test("a check that takes long shows how far it is, and can be stopped", async ({ stage }) => {
  const { page, main, complaints } = await stage.visit();
  stage.platform.stall(({ method }) => method === "POST");
  await prepareList(page, largeList("long check.csv"));
  await page.getByRole("button", { name: "Ask the platform to check" }).click();
  await expect(page.getByRole("progressbar", { name: "Sent to the platform’s check" })).toBeVisible();
  await page.getByRole("button", { name: "Stop asking" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(uploadButton(page)).not.toHaveAttribute("aria-disabled", "true");
  await expect(main.getByRole("alert")).toHaveCount(0);
  expect(stage.uploads()).toHaveLength(0);
  expect(complaints).toEqual([]);
  await page.close();
});

test("a tab that is closed in the middle leaves a list whose outcome is unknown, and the next try is reported", async ({
  stage,
}) => {
  const { page } = await stage.visit();
  await stage.sendingOf(page, "closed.csv");
  await page.close({ runBeforeUnload: false });
  stage.platform.stall(() => false);
  await stage.journalOf("closed.csv").toEqual([null]);

  const next = await stage.visit();
  // What was kept in the browser comes back by itself.
  await expect(next.main).toContainText("closed.csv");
  await next.page.getByRole("button", { name: "Check the list" }).click();
  await next.page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(next.main).toContainText("This list may already have been uploaded to this campaign");
  await expect(next.main).toContainText("The outcome of that upload is unknown.");
  expect(next.complaints).toEqual([]);
  await next.page.close();
});

test("nothing that was chosen, checked or sent stands in the product's log", async ({ stage }) => {
  const { page, main } = await stage.visit();
  const list = plainList("quiet.csv", 2, { firstNumber: 7_000_000, padding: "Wilhelmina" });
  await reviewList(page, list);
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await page.getByRole("button", { name: "Ask the platform to check" }).click();
  await expect(main).toContainText("The platform checked the list");
  await uploadButton(page).click();
  await expect(outcome(page)).toBeVisible();
  const log = stage.product.said();
  expect(log).toContain("campaigns.upload_contacts");
  for (const secret of ["Wilhelmina", "Contact 0", "2129000000", "and so on"]) expect(log).not.toContain(secret);
  await page.close();
});
