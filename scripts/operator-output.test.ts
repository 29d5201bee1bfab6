import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { scriptRunner } from "@/lib/testing/run-script";

const root = join(import.meta.dirname, "..");

const runBundle = scriptRunner();

/** As `npm run` does. */
async function run(script: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/run.mjs", `scripts/${script}`, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

test.each([
  ["admin", "npm run admin -- reset-link EMAIL"],
  ["audit-verify", "npm run audit:verify -- "],
  ["backup", "npm run backup -- FILE"],
  ["restore", "npm run restore -- FILE"],
  ["doctor", "npm run doctor -- "],
  ["import-check", "npm run import:check -- FILE"],
  ["secrets-redact", "npm run secrets:redact -- "],
])("%s prints its usage for --help, and exits with 64 for an unknown option", async (script, usage) => {
  const [help, invalid] = await Promise.all([
    runBundle(script, ["--help"]),
    runBundle(script, ["--bas-url", "http://127.0.0.1:1"]),
  ]);
  expect(help).toEqual({ out: expect.stringContaining(usage), err: "", code: 0 });
  expect(invalid).toMatchObject({ out: "", code: 64 });
  expect(invalid.err).toMatch(/^Unknown option '--bas-url'/);
  expect(invalid.err.endsWith(help.out)).toBe(true);
});

test.each(["start.mjs", "dev.mjs"])("%s exits with 64 when it gets options", (script) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`scripts/${script}`, "--port", "4000"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: "", status: 64 });
  expect(stderr).toContain("PORT");
});

test("migrations prints its usage for --help, and exits with 64 without an owner", () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ["scripts/migrations.mjs", ...args], { cwd: root, encoding: "utf8" });
  const usage = "npm run migrations -- console|platform [--name=WHAT_CHANGED]";
  expect(run("--help")).toMatchObject({ stdout: `${usage}\n`, stderr: "", status: 0 });
  expect(run("nobody")).toMatchObject({ stdout: "", stderr: `Say whose tables changed: ${usage}\n`, status: 64 });
});

test("doctor explains how to set a platform when there is none", async () => {
  const { out, err, code } = await runBundle("doctor", [], {
    env: { ...process.env, VOICE_API_BASE_URL: "", VOICE_API_KEY: "" },
  });
  expect({ out, code }).toEqual({ out: "", code: 64 });
  expect(err).toContain("No platform to check. Pass --base-url or set VOICE_API_BASE_URL.");
});

test("doctor reports an invalid address without running checks", async () => {
  const { out, err, code } = await runBundle("doctor", ["--base-url", "api.example.com"], {
    env: { ...process.env, VOICE_API_BASE_URL: "api.example.com", VOICE_API_KEY: "a_key_of_some_length" },
  });
  expect({ out, code }).toEqual({ out: "", code: 64 });
  expect(err).toContain("must be an address such as https://api.example.com");
});

test("doctor escapes control characters and line breaks in the platform's texts", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ message: "\u001b[2J\u001b[32mok\u001b[0m\nok     key: No problems found.\u009b31m" }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { out } = await run("doctor.ts", [], { VOICE_API_BASE_URL: baseUrl, VOICE_API_KEY: "a_key_of_some_length" });
    expect(out).toContain("[U+001B]");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be printed.
    expect(out).not.toMatch(/[\u001b\u009b]/);
    expect(out).not.toMatch(/^ok +key: No problems found/m);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
