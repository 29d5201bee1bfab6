import { keyFor, readEnv } from "@/lib/env";
import { type Outcome, runConformance } from "@/lib/platform/conformance/run";
import { oneLine } from "./support/one-line";
import { noKeyOption, readKey } from "./support/read-key";
import { runCommand, type ValuesOf } from "./support/run-command";

const usage = `npm run conformance -- --base-url URL [--json] [--allow-writes]
  [--campaign ID] [--workflow REF] [--call ID] [--session ID] [--tool ID]
  The key is VOICE_API_KEY, where that is meant for this address, or is asked for, or read from standard input.
  The exit code is 0 when nothing differs, 1 when something does or nothing answers.`;

const id = { type: "string" } as const;
const options = {
  "base-url": { type: "string" },
  key: { type: "string" },
  json: { type: "boolean", default: false },
  "allow-writes": { type: "boolean", default: false },
  campaign: id,
  workflow: id,
  call: id,
  session: id,
  tool: id,
} as const;

async function read({
  "base-url": asked,
  key: givenKey,
  json,
  "allow-writes": mayWrite,
  ...known
}: ValuesOf<typeof options>) {
  if (givenKey !== undefined) throw new Error(noKeyOption);
  const givenFor = asked && (keyFor(asked) ?? (await readKey()));
  const { voiceApiBaseUrl: baseUrl, voiceApiKey: key } = givenFor
    ? readEnv({ VOICE_API_BASE_URL: asked, VOICE_API_KEY: givenFor })
    : {};
  if (!baseUrl || !key) throw new Error("Give the address and the key of a platform.");
  return { baseUrl, key, json, mayWrite, known };
}

/** Tries any platform against the API document, and says what differs. */
async function run({ baseUrl, key, json, mayWrite, known }: Awaited<ReturnType<typeof read>>) {
  if (!(await isAnswering(baseUrl)))
    throw new Error(`Nothing answers at ${baseUrl}, so nothing was compared. npm run doctor says why.`);

  const outcomes: Outcome[] = [];
  for await (const outcome of runConformance({ baseUrl, key, known, mayWrite })) {
    outcomes.push(outcome);
    if (!json) console.log(lineOf(outcome));
  }
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  console.log(json ? JSON.stringify({ ...counts, outcomes }, null, 2) : summaryOf(counts));
  return counts.failed > 0 ? 1 : 0;
}

/** Whether there is a server at all, whatever it says. */
const isAnswering = (address: string) =>
  fetch(address, { redirect: "manual", signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );

function lineOf({ outcome, name, notes }: Outcome) {
  const [first, ...rest] = notes;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  return `${outcome.padEnd(7)}  ${name}${first ? `\n         ${oneLine(first)}${more}` : ""}`;
}

const summaryOf = ({ passed, failed, skipped }: Record<Outcome["outcome"], number>) =>
  `\n${passed} passed, ${failed} failed, ${skipped} skipped`;

runCommand({ usage, options, read, run, failed: 1 });
