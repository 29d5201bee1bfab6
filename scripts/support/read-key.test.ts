import { expect, test } from "vitest";
import { keyFor } from "@/lib/env";
import { scriptRunner } from "@/lib/testing/run-script";

const key = "sk_live_aB3xYZ9q7tR5";

const runner = scriptRunner();

async function run(script: string, args: string[], { env = {}, input = "" } = {}) {
  const { VOICE_API_KEY: _key, VOICE_API_BASE_URL: _url, ...rest } = process.env;
  const { out, err, code } = await runner(script, args, { env: { ...rest, ...env }, input });
  return { output: out + err, code };
}

const closedPort = "http://127.0.0.1:1";

test("doctor refuses a key on its command line and reads it from standard input", async () => {
  const [withKeyOption, none, piped] = await Promise.all([
    run("doctor", ["--base-url", closedPort, "--key", key]),
    run("doctor", ["--base-url", closedPort]),
    run("doctor", ["--base-url", closedPort], { input: `${key}\n` }),
  ]);
  expect(withKeyOption.output).toContain("can read a key on the command line");
  expect(none.output).toMatch(/key|VOICE_API_KEY/);
  expect(piped.output).not.toMatch(/Give the address and the key|must be set/);
  for (const { output, code } of [withKeyOption, none, piped]) {
    expect(output).not.toContain(key);
    expect(code).not.toBe(0);
  }
});

test("does not use a key for another address", () => {
  const env = { VOICE_API_BASE_URL: "https://voice.example/", VOICE_API_KEY: key };
  expect(keyFor("https://voice.example", env)).toBe(key);
  expect(keyFor(undefined, env)).toBe(key);
  expect(keyFor("https://other.example", env)).toBeUndefined();
  expect(keyFor("https://other.example", { VOICE_API_KEY: key })).toBe(key);
});
