import type { ConnectionCheck } from "@/lib/contract/console/connection";
import { productVersion } from "@/lib/db/migrate";
import { keyFor, readEnv } from "@/lib/env";
import { examineConnection, outcomeOf } from "@/lib/gateway/diagnostics/doctor";
import { oneLine } from "./support/one-line";
import { noKeyOption, readKey } from "./support/read-key";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run doctor -- [--base-url URL] [--json]
  VOICE_API_BASE_URL and VOICE_API_KEY come from the environment or .env. For another address, enter the key when asked, or
  pass it on standard input: npm run doctor -- --base-url URL < file-with-the-key
  The exit code is 0 if there are no problems, 1 if there are warnings, 2 if the connection cannot be used.`;

const options = {
  "base-url": { type: "string" },
  key: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

const exitCodes = { well: 0, look: 1, unusable: 2 } as const;

async function read({ "base-url": requestedUrl, key: givenKey, json }: ValuesOf<typeof options>) {
  if (givenKey !== undefined) throw new Error(noKeyOption);
  const source = requestedUrl && {
    VOICE_API_BASE_URL: requestedUrl,
    VOICE_API_KEY: keyFor(requestedUrl) ?? (await readKey()),
  };
  const { voiceApiBaseUrl: baseUrl, voiceApiKey: key, voiceApiTimeoutMs: timeoutMs } = readEnv(source || undefined);
  if (!baseUrl || !key)
    throw new Error(
      "No platform to check. Pass --base-url or set VOICE_API_BASE_URL. Without it, npm start uses the demo platform.",
    );
  return { baseUrl, key, timeoutMs, json };
}

/** Checks the connection to a platform and prints one line per check. Never prints the key. */
async function run({ baseUrl, key, timeoutMs, json }: Awaited<ReturnType<typeof read>>) {
  const { host } = new URL(baseUrl);
  if (!json) console.log(`Switchboard ${productVersion()}, Node ${process.version}\nConnection to ${host}\n`);
  const checks: ConnectionCheck[] = [];
  for await (const { drift: _, ...check } of examineConnection({ baseUrl, key, timeoutMs })) {
    checks.push(check);
    if (!json) console.log(linesOf(check));
  }
  const outcome = outcomeOf(checks);
  console.log(
    json
      ? JSON.stringify({ version: productVersion(), host, at: new Date().toISOString(), outcome, checks }, null, 2)
      : closingLine[outcome],
  );
  return exitCodes[outcome];
}

const closingLine = {
  well: "\nNo problems found.",
  look: "\nThe connection can be used, with warnings.",
  unusable: "\nThis connection cannot be used.",
};

const linesOf = ({ outcome, name, message, notes }: ConnectionCheck) =>
  [
    `${(outcome === "skipped" ? "-" : outcome).padEnd(6)} ${name}: ${oneLine(message)}`,
    ...notes.map((note) => `         ${oneLine(note)}`),
  ].join("\n");

runCommand({ usage, options, read, run, failed: exitCodes.unusable });
