import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** What a process wrote that logs a thousand lines and ends as told. */
async function logged(ending: string) {
  const script = `import { createLog } from "./lib/server/log.ts";
    const log = createLog("info");
    for (let line = 0; line < 1000; line += 1) log.info({ line, padding: "x".repeat(200) }, "line");
    ${ending}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [written] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return written.trim().split("\n");
}

test.each([
  ["ends by itself", ""],
  ["is ended", "process.exit(1);"],
  ["ends by a mistake", "null.x;"],
  ["ends by a mistake nobody waits for", "Promise.reject(new Error('no'));"],
  ["is ended after a fatal line", "log.fatal('over'); process.reallyExit(1);"],
])("every line is written when the process %s", async (_how, ending) => {
  const lines = await logged(ending);
  expect(lines.filter((line) => JSON.parse(line).msg === "line")).toHaveLength(1000);
});
