import type { BrowserContext, Request, Response } from "@playwright/test";
import { apiOperations } from "../lib/contract/api";
import { isWrite, type Role, roles } from "../lib/contract/operation";
import { seeded } from "../platform/seed/ids";
import { withDatabase } from "./support/database";
import { createEchoPlatform, echoes } from "./support/echo-platform";
import { cookieHeader } from "./support/people";
import { containsKey, spellingsOf } from "./support/spellings";
import type { Stage } from "./support/stage";
import { expect, test } from "./support/test";

type Received = { from: string; text: string };

/** Pages that show fields of the platform's answers in tables, records, counts and stored differences. */
const paths = [
  "/",
  `/campaigns/${seeded.campaigns.running}`,
  "/webhooks",
  "/credentials",
  "/audit",
  "/settings/platform/unknown",
];

test("never sends, logs or stores the key when the platform repeats it in every field", async ({
  product,
  stage,
  onStage,
}) => {
  const { key, platform } = stage;
  const echo = createEchoPlatform(product.platform, key);
  platform.answer(echo.reply);
  const marks = Object.values(spellingsOf(key)).flatMap((spelling) => spelling.marks);
  const hasKey = ({ text }: Received) => containsKey(key, text) || marks.some((mark) => text.includes(mark));
  const leaks: string[] = [];
  let count = 0;
  const check = (received: readonly Received[]) => {
    count += received.length;
    leaks.push(...received.filter(hasKey).map(({ from }) => from));
  };

  const page = await onStage("admin", { expects: /Failed to load resource/ });
  const responses = recordResponses(page.context());
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await expect.poll(() => responses.pending.size).toBe(0);
  }
  check([{ from: "the admin's last page", text: await page.content() }]);
  check(await responses.all());

  for (const role of roles) {
    const own = apiOperations.filter(({ allow }) => allow.includes(role satisfies Role));
    // The filter does not depend on the role, so one role tries all kinds of answers.
    for (const kind of role === "admin" ? echoes : echoes.slice(0, 1)) {
      echo.as(kind);
      const asked = kind === "fields" ? own : own.filter((op) => isWrite(op) || kind !== "plain text");
      check(await askEach(stage, role, asked));
    }
  }
  for (const path of ["/healthz", "/readyz", "/metrics", "/api/v1/none", "/api/auth/get-session"])
    check([{ from: path, text: await (await fetch(stage.product.origin + path)).text() }]);
  check([{ from: "the log", text: stage.product.said() }]);
  const dump = await dumpDatabase(stage);
  check(dump);
  expect(leaks).toEqual([]);

  // The key was sent back and removed: its placeholder is in the stored fields.
  expect(count).toBeGreaterThan(300);
  expect(stage.product.said()).toContain('"level":30');
  expect(platform.seen.every(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
  for (const column of ["saved_record.name", "drift.came", "audit_event.message", "audit_event.body"])
    expect(dump.filter(({ from, text }) => from === column && text.includes("[key]")).length, column).toBeGreaterThan(
      0,
    );
});

/** Records all responses except build files, which existed before the key, and the event stream, which never ends. */
function recordResponses(context: BrowserContext) {
  const received: Received[] = [];
  const reading: Promise<void>[] = [];
  const pending = new Set<Request>();
  const isRecorded = (request: Request) => !/\/_next\/static\/|\/api\/events/.test(request.url());
  const record = async (response: Response) => {
    const headers = JSON.stringify(await response.allHeaders().catch(() => ({})));
    const body = await response.body().catch(() => Buffer.alloc(0));
    received.push({ from: `${response.request().method()} ${response.url()}`, text: headers + body.toString("utf8") });
  };
  context.on("request", (request) => void (isRecorded(request) && pending.add(request)));
  context.on("requestfinished", (request) => void pending.delete(request));
  context.on("requestfailed", (request) => void pending.delete(request));
  context.on("response", (response) => void (isRecorded(response.request()) && reading.push(record(response))));
  return {
    pending,
    async all() {
      await Promise.all(reading);
      return received;
    },
  };
}

/** Sends one request to each endpoint and returns headers and body of every answer. */
async function askEach({ product, cookies }: Stage, role: Role, asked: readonly (typeof apiOperations)[number][]) {
  const answers: Received[] = [];
  for (const op of asked) {
    const path = `/api${op.path.replace(/\{\w+\}/g, "x1")}`;
    const form = new FormData();
    form.append("file", new Blob(["phone_number,name\n+447911123456,Ann\n"]), "list.csv");
    const isForm = op.body === "file";
    const response = await fetch(product.origin + path, {
      method: op.method,
      headers: {
        cookie: cookieHeader(cookies[role]),
        "sec-fetch-site": "same-origin",
        "x-switchboard": "1",
        ...(isForm || op.method !== "POST" ? {} : { "content-type": "application/json" }),
      },
      body: op.method === "POST" ? (isForm ? form : "{}") : null,
    });
    const text = JSON.stringify([...response.headers]) + (await response.text());
    answers.push({ from: `${role}: ${op.method} ${path} ${response.status}`, text });
  }
  return answers;
}

/** Every value of every row of both schemas. */
function dumpDatabase({ product }: Stage): Promise<Received[]> {
  return withDatabase(product, async (client) => {
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
    return dump;
  });
}
