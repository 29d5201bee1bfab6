import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Runs a script with a log in its own process and returns its output. */
async function runScript(script: string) {
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
  ["exits", "process.exit(1);"],
  ["throws", "null.x;"],
  ["rejects without a handler", "Promise.reject(new Error('no'));"],
  ["exits after a fatal line", "log.fatal('over'); process.reallyExit(1);"],
])("writes every line when the process %s", async (_how, end) => {
  const { lines } = await runScript(thousandLines + end);
  expect(lines.filter((line) => JSON.parse(line).msg === "line")).toHaveLength(1000);
});

test("logs an unhandled failed query once, and Next prints none of its values", async () => {
  const next = "next/dist/server/node-environment-extensions/process-error-handlers.js";
  const { lines, err } = await runScript(`
    import handlers from "${next}";
    logUnhandled(log);
    handlers.installProcessErrorHandlers(false);
    Promise.reject(Object.assign(new Error("select $1 +447911123456"), { query: "select $1", params: ["+447911123456"] }));`);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["unhandled rejection"]);
  expect(lines.join() + err).not.toContain("447911123456");
});
