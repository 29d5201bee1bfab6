import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { timeoutMs } from "../lib/testing/timeout-ms";
import { seeded } from "../platform/seed/ids";
import { plainList } from "./support/contact-lists";
import { cookieHeader, signEverybodyIn } from "./support/people";
import { type Product, startProduct } from "./support/product";
import { expect, test } from "./support/test";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

/** The section "Ten examples" of the page: what it sets once, and the command under each heading. */
const page = readFileSync(join(root, "docs/guide/programs.md"), "utf8");
const [, section = ""] = /^## Ten examples\n([\s\S]*?)^## /m.exec(page) ?? [];
const ask = section.split("\n").find((line) => line.startsWith("ask()")) ?? "";
const examples = [...section.matchAll(/^### (.*)\n[\s\S]*?```sh\n([\s\S]*?)\n```/gm)];

/** Output of each example, printed or written into its file. */
const prints: Record<string, RegExp> = {
  "Import a list, compared": /3 contacts are in /,
  "Pause a campaign": /"success":true/,
  "Resume a campaign, with the people who wait": /"success":true/,
  "Deliveries of an hour": /"data":\[\{/,
  "Save the webhook log as CSV": /webhook_id,.*arrived_here,.*\s+.*call\.(started|ended),/,
  "One call": new RegExp(`"id":"${seeded.calls.ended}"`),
  "Save the results of a campaign's contacts as CSV": /Contact,Number,Calls,Last result,/,
  "Add numbers to the do-not-call list": /"added":1/,
  "Events that arrived and that the log does not have": /"data":\[/,
  "What needs attention": /"data":\[/,
};

let product: Product;
let folder: string;
test.beforeAll(async () => {
  test.setTimeout(timeoutMs(300_000));
  product = await startProduct();
  folder = mkdtempSync(join(tmpdir(), "switchboard-programs-"));
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("runs each of the ten examples for programs with a campaign manager's token", async () => {
  expect(examples.map(([, title]) => title)).toEqual(Object.keys(prints));
  const cookies = await signEverybodyIn(product.setupUrl ?? "");
  const made = await fetch(`${product.origin}/api/console/tokens`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "x-switchboard": "1", origin: product.origin },
      cookie: cookieHeader(cookies.admin),
    },
    body: JSON.stringify({ name: "examples", role: "campaign_manager", scope: "send", days: 1 }),
  });
  const { token } = (await made.json()) as { token: string };
  const list = plainList("people.csv", 3);
  const listPath = join(folder, list.name);
  writeFileSync(listPath, list.text);
  const hour = 3_600_000;
  const env = {
    ...process.env,
    SWITCHBOARD_URL: product.origin,
    SWITCHBOARD_TOKEN: token,
    LIST: listPath,
    CALL_ID: seeded.calls.ended,
    FROM: new Date(Date.now() - hour).toISOString(),
    TO: new Date(Date.now() + hour).toISOString(),
  };
  for (const [, title = "", command = ""] of examples)
    await test.step(title, async () => {
      const isImport = command.startsWith("npm");
      const { stdout, stderr } = await run("bash", ["-euo", "pipefail", "-c", `${ask}\n${command}`], {
        cwd: isImport ? root : folder,
        env: { ...env, CAMPAIGN_ID: isImport ? seeded.campaigns.draft : seeded.campaigns.running },
      }).catch((error: { stdout?: string; stderr?: string; message: string }) => {
        throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
      });
      const [, file] = / -o (\S+)/.exec(command) ?? [];
      const printed = file && readdirSync(folder).includes(file) ? readFileSync(join(folder, file), "utf8") : stdout;
      expect(`${printed.slice(0, 2_000)}\n${stderr}`).toMatch(prints[title] ?? /^$/);
    });
});
