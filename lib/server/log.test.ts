import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** What a process wrote that has a log. */
async function written(script: string) {
  const start = 'import { createLog, logUnhandled } from "./lib/server/log.ts"; const log = createLog("info");';
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", start + script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { lines: out.trim().split("\n"), err };
}

const thousandLines =
  'for (let line = 0; line < 1000; line += 1) log.info({ line, padding: "x".repeat(200) }, "line");';

test.each([
  ["ends by itself", ""],
  ["is ended", "process.exit(1);"],
  ["ends by a mistake", "null.x;"],
  ["ends by a mistake nobody waiting for", "Promise.reject(new Error('no'));"],
  ["is ended after a fatal line", "log.fatal('over'); process.reallyExit(1);"],
])("every line is written when the process %s", async (_how, ending) => {
  const { lines } = await written(thousandLines + ending);
  expect(lines.filter((line) => JSON.parse(line).msg === "line")).toHaveLength(1000);
});

test("a failed query that nobody waited for is logged once, and Next prints none of its values", async () => {
  const next = "next/dist/server/node-environment-extensions/process-error-handlers.js";
  const { lines, err } = await written(`
    import handlers from "${next}";
    logUnhandled(log);
    handlers.installProcessErrorHandlers(false);
    Promise.reject(Object.assign(new Error("select $1 +447911123456"), { query: "select $1", params: ["+447911123456"] }));`);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["unhandled rejection"]);
  expect(lines.join() + err).not.toContain("447911123456");
});
