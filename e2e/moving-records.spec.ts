import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "./support/test";

const watchedMs = 20_000;
const pages = ["campaigns", "assistants", "calls", "workflows", "tools"];

test("reads an open record no more than six times a minute when every read differs", async ({ stage, browser }) => {
  test.slow();
  let moves = 0;
  stage.platform.answer(({ url = "" }, response) => {
    moves += 1;
    const data = { id: url.split("/").at(-1), status: "running", server_time: moves, contacts: { total: 720 } };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
  });
  const context = await browser.newContext({ baseURL: stage.product.origin });
  await context.addCookies(stage.cookies.admin);
  for (const page of pages) await (await context.newPage()).goto(`/${page}/moving-${page}`);
  await sleep(3_000);
  stage.platform.seen.length = 0;
  await sleep(watchedMs);
  for (const page of pages) {
    const reads = stage.platform.seen.filter(({ url }) => url.endsWith(`moving-${page}`));
    expect(reads.length, page).toBeLessThanOrEqual(3);
  }
  await context.close();
});
