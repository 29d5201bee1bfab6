import { json } from "../lib/testing/fault-replies";
import { healthyPlatform } from "../lib/testing/healthy-platform";
import { expect, expectSound, test } from "./support/test";

test("names the users of a tool before it is deleted, and marks their steps afterwards", async ({
  stage,
  onStage,
  campaign: id,
}) => {
  const [tool, other] = [`tool-${id}`, `other-${id}`];
  const name = `book_callback_${id.slice(-6)}`;
  const step = { type: "tool", name: "Book a call back" };
  const records: Record<string, Record<string, unknown>> = {
    [`tools/${tool}`]: { name, description: "Books a call back." },
    [`tools/${other}`]: { name: "end_call" },
    [`workflows/router-${id}`]: {
      name: "Intake router",
      status: "published",
      nodes: [
        { id: "book", ...step, tool_id: tool },
        { id: "end", type: "tool", name: "Goodbye", tool_id: other },
      ],
    },
    [`workflows/byname-${id}`]: { name: "Renewals", status: "draft", nodes: [{ id: "book", ...step, tool: name }] },
    [`assistants/maya-${id}`]: { name: "Maya", status: "published", tool_ids: [tool] },
    [`assistants/owen-${id}`]: { name: "Owen", status: "published", tools: [{ name: "end_call" }] },
    [`campaigns/winter-${id}`]: { name: "Winter", status: "running", workflow_ref: `router-${id}` },
  };
  const pages = Object.keys(records);
  stage.platform.answer((request, response) => {
    const path = (request.url ?? "").replace("/v1/", "");
    if (!pages.includes(path)) return healthyPlatform(request, response);
    const record = records[path];
    if (!record) return json(404, { success: false, message: "Tool not found." })(request, response);
    if (request.method === "DELETE") delete records[path];
    return json(200, { success: true, data: { id: path.split("/")[1], ...record } })(request, response);
  });
  const page = await onStage("admin", { expects: /status of 404/ });
  for (const path of pages.filter((each) => !each.startsWith("tools/"))) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(records[path]?.name));
    await expect(page.locator("main")).not.toContainText(/missing/i);
  }

  await page.goto(`/tools/${tool}`);
  const users = page.getByRole("region", { name: "Used by" });
  await expect(users.getByRole("link")).toHaveText(["Winter", "Maya", "Renewals", "Intake router"]);
  await page.getByRole("button", { name: "Delete tool…" }).click();
  const question = page.getByRole("alertdialog", { name: `Delete ${name}?` });
  await expect(question).toContainText("The running campaign Winter depends on it. People are called now.");
  await expect(question).toContainText(
    "Used by 2 workflows: Renewals (draft), Intake router (published), and the assistant Maya (published).",
  );
  await expect(question).toContainText("There may be others that Switchboard has not seen.");
  await expect(question.getByRole("link", { name: "Intake router" })).toHaveAttribute(
    "href",
    `/workflows/router-${id}`,
  );
  await expectSound(page);
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Delete tool", exact: true }).click();
  await expect(page.getByText(/^Deleted/)).toBeVisible();

  const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await page.goto(`/workflows/router-${id}`);
  await expect(steps.filter({ hasText: "Book a call back" })).toContainText(`${name} Missing, deleted from here`);
  await expect(steps.filter({ hasText: "Goodbye" })).not.toContainText("Missing");
  await page.goto(`/workflows/byname-${id}`);
  await expect(steps.first()).toContainText("May be missing");
  await page.goto(`/assistants/maya-${id}`);
  await expect(page.locator("main")).toContainText("Uses a tool that is missing");

  await page.goto("/");
  const alert = page.getByRole("listitem").filter({ hasText: "Intake router uses a tool that is missing" });
  await expect(alert.or(page.getByText(/records use a tool that is missing/)).first()).toBeVisible();
  await page.goto(`/tools/${tool}`);
  await expect(page.getByRole("heading", { name: `${name} was deleted` })).toBeVisible();
  await expect(page.locator("main")).toContainText("Deleted from here by Mara Okafor at");
  await expect(page.getByRole("link", { name: "All tools" })).toBeVisible();

  const support = await onStage("support", { expects: /status of 404/ });
  delete records[`tools/${other}`];
  await support.goto(`/workflows/router-${id}`);
  await expect(support.getByRole("listitem").filter({ hasText: "Goodbye" })).toContainText(
    "end_call Missing, not found",
  );
});
