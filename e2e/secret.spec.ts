import type { BrowserContext, Page, Request, Response } from "@playwright/test";
import { Client } from "pg";
import { apiOperations } from "../lib/contract/api";
import { isWrite, type Role, roles } from "../lib/contract/operation";
import { reachEmbedded } from "../lib/db/reach-embedded";
import { startFaultUpstream } from "../lib/testing/fault-upstream";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { createEchoPlatform, echoes } from "./support/echo-platform";
import { pages } from "./support/pages";
import { signEverybodyIn } from "./support/people";
import { startProduct } from "./support/product";
import { containsKey, spellingsOf } from "./support/spellings";
import { expect, patient, test } from "./support/test";

type Received = { from: string; text: string };

/** Everything that a browser is sent, but files of the build: they were made before there was a key. */
function listenTo(context: BrowserContext) {
  const received: Received[] = [];
  const reading: Promise<void>[] = [];
  const pending = new Set<Request>();
  const isOurs = (request: Request) => !/\/_next\/static\/|\/api\/events/.test(request.url());
  const take = async (response: Response) => {
    const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
    const body = await response.body().catch(() => Buffer.alloc(0));
    received.push({
      from: `${response.request().method()} ${response.url()}`,
      text: headers + body.toString("utf8"),
    });
  };
  context.on("request", (request) => void (isOurs(request) && pending.add(request)));
  for (const end of ["requestfinished", "requestfailed"] as const)
    context.on(end as "requestfinished", (request) => void pending.delete(request));
  context.on("response", (response) => void (isOurs(response.request()) && reading.push(take(response))));
  return {
    pending,
    async all() {
      await Promise.all(reading);
      return received;
    },
  };
}

/** Asks each of the platform's endpoints from a page, as the page's own scripts would. */
async function askAll(page: Page, asked: readonly (typeof apiOperations)[number][]) {
  const requests = asked.map((op) => ({
    method: op.method,
    path: `/api${op.path.replace(/\{\w+\}/g, "x1")}`,
    isFile: op.body === "file",
  }));
  return page.evaluate(async (all) => {
    const answers: { from: string; text: string }[] = [];
    for (const { method, path, isFile } of all) {
      const form = new FormData();
      form.append("file", new Blob(["phone_number,name\n+447911123456,Ann\n"]), "list.csv");
      const headers = {
        "x-switchboard": "1",
        ...(isFile || method !== "POST" ? {} : { "content-type": "application/json" }),
      };
      const body = method === "POST" ? (isFile ? form : "{}") : null;
      const response = await fetch(path, { method, headers, body });
      answers.push({ from: `${method} ${path} ${response.status}`, text: await response.text() });
    }
    return answers;
  }, requests);
}

async function dumpOf(dataDir: string): Promise<Received[]> {
  const { url } = await reachEmbedded(dataDir);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    "select table_schema as schema, table_name as name from information_schema.tables where table_schema in ('console', 'platform')",
  );
  const dump: Received[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await client.query(`select * from ${schema}."${name}"`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        dump.push({ from: `${name}.${column}`, text: typeof value === "string" ? value : JSON.stringify(value) });
  }
  await client.end();
  return dump;
}

test("a platform that repeats its key in every field, however it writes it, tells it to no browser, log or table", async ({
  browser,
  product: seeded,
}) => {
  test.setTimeout(timeoutMs(900_000));
  const key = 'sk_canary/aB3+xY=Z9"q\\tR5wQ7';
  const echo = createEchoPlatform(seeded.platform, key);
  const platform = await startFaultUpstream(echo.reply);
  const product = await startProduct({
    VOICE_API_BASE_URL: platform.baseUrl,
    VOICE_API_KEY: key,
    LOG_LEVEL: "trace",
  });
  const marks = Object.values(spellingsOf(key)).flatMap((spelling) => spelling.marks);
  const hasKey = ({ text }: Received) => containsKey(key, text) || marks.some((mark) => text.includes(mark));
  let count = 0;
  const leaks: string[] = [];
  const look = (received: readonly Received[]) => {
    count += received.length;
    leaks.push(...received.filter(hasKey).map(({ from }) => from));
  };
  try {
    const cookies = await signEverybodyIn(product.setupUrl ?? "");
    for (const role of roles) {
      echo.as("fields");
      const context = await browser.newContext({ baseURL: product.origin });
      await context.addCookies(cookies[role]);
      const heard = listenTo(context);
      const page = patient(await context.newPage());
      // An admin may open every page there is; each endpoint is asked by every role below.
      for (const { path } of role === "admin" ? pages : pages.slice(0, 1)) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        // The late reads are waited for too.
        await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
        await expect.poll(() => heard.pending.size).toBe(0);
      }
      const own = apiOperations.filter(({ allow }) => allow.includes(role satisfies Role));
      // How an answer is cleaned does not depend on who asked.
      for (const each of role === "admin" ? echoes : echoes.slice(0, 1)) {
        echo.as(each);
        look(await askAll(page, each === "fields" ? own : own.filter((op) => isWrite(op) || each !== "plain text")));
      }
      look([{ from: `${role}'s last page`, text: await page.content() }]);
      look(await heard.all());
      await context.close();
    }
    for (const path of ["/healthz", "/readyz", "/metrics", "/api/v1/none", "/api/auth/get-session"])
      look([{ from: path, text: await (await fetch(product.origin + path)).text() }]);
    look([{ from: "the log", text: product.said() }]);
    const dump = await dumpOf(product.dataDir);
    look(dump);
    expect(leaks).toEqual([]);
    // It was there to be found: the platform's words arrived, and the key's place is seen in them.
    expect(count).toBeGreaterThan(500);
    expect(product.said()).toContain('"level":30');
    expect(platform.seen.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
    for (const column of ["saved_record.name", "drift.came", "audit_event.message", "audit_event.body"])
      expect(dump.filter(({ from, text }) => from === column && text.includes("[key]")).length, column).toBeGreaterThan(
        0,
      );
  } finally {
    await product.stop();
    await platform.close();
  }
});
