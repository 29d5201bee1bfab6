import { parseArgs } from "node:util";
import { type Outcome, runConformance } from "@/lib/platform/conformance/run";

const usage = `npm run conformance -- --base-url URL --key KEY [--json] [--allow-writes]
  [--campaign ID] [--workflow REF] [--call ID] [--session ID] [--tool ID]`;

const id = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    key: { type: "string" },
    json: { type: "boolean", default: false },
    "allow-writes": { type: "boolean", default: false },
    campaign: id,
    workflow: id,
    call: id,
    session: id,
    tool: id,
  },
});

/** Tries any platform against the API document, and says what differs. */
async function main() {
  const { "base-url": baseUrl, key, json, "allow-writes": mayWrite, ...known } = values;
  if (!baseUrl || !key) throw new Error(`Give the address and the key of a platform.\n${usage}`);

  const outcomes: Outcome[] = [];
  for await (const outcome of runConformance({ baseUrl, key, known, mayWrite })) {
    outcomes.push(outcome);
    if (!json) console.log(lineOf(outcome));
  }
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  console.log(json ? JSON.stringify({ ...counts, outcomes }, null, 2) : summaryOf(counts));
  process.exitCode = counts.failed > 0 ? 1 : 0;
}

function lineOf({ outcome, name, notes }: Outcome) {
  const [first, ...rest] = notes;
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  return `${outcome.padEnd(7)}  ${name}${first ? `\n         ${first}${more}` : ""}`;
}

const summaryOf = ({ passed, failed, skipped }: Record<Outcome["outcome"], number>) =>
  `\n${passed} passed, ${failed} failed, ${skipped} skipped`;

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
