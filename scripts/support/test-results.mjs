import { readFileSync } from "node:fs";

/**
 * Summarizes the events of the reporters in scripts/testing: the number of passed tests, lines for failures, for tests that
 * passed only on a retry (`unsteady`) and for tests that did not run, and `{ line, ms }` of each test. `ending` describes
 * the end of the run, and `isEnded` is true if it ended normally.
 */
export function testResults(events, { step, ending, isEnded }) {
  const tests = new Map();
  for (const { event, id, file, name, status, ms = 0 } of events) {
    if (event === "test") tests.set(id, { file, name, status: "not-run", ms: 0 });
    const test = event === "result" && tests.get(id);
    if (test)
      Object.assign(test, { status, isUnsteady: status === "passed" && test.status === "failed", ms: test.ms + ms });
  }
  const all = [...tests.values()];
  const errors = events.filter(({ event }) => event === "error");
  const failures = [
    ...errors.map(({ file, message }) => `${file ?? step}: ${message}`),
    ...all.filter(({ status }) => status === "failed").map(lineOf),
  ];
  if (!isEnded && failures.length === 0) failures.push(`${step}: ${ending}, though no test failed`);
  if (isEnded && all.length === 0) failures.push(`${step}: no test ran`);

  const reported = new Set([...all, ...errors].map(({ file }) => file));
  const files = events.filter(({ event, file }) => event === "file" && !reported.has(file)).map(({ file }) => file);
  return {
    passed: all.filter(({ status }) => status === "passed").length,
    failures,
    unsteady: all.filter(({ isUnsteady }) => isUnsteady).map(lineOf),
    notRun: [...(isEnded ? [] : files), ...notRunLines(all)],
    slow: all.map((test) => ({ line: lineOf(test), ms: test.ms })),
  };
}

/** A file without any run tests gets a single line. */
function notRunLines(tests) {
  return [...new Set(tests.map(({ file }) => file))].flatMap((file) => {
    const ofFile = tests.filter((test) => test.file === file);
    const lines = ofFile.filter(({ status }) => status === "not-run").map(lineOf);
    return lines.length === ofFile.length && lines.length > 1 ? [`${file} (all ${lines.length} tests)`] : lines;
  });
}

const lineOf = ({ file, name }) => `${file} › ${name}`;

/** Drops an incomplete last line of a crashed writer. */
export function readEvents(path) {
  try {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** The end of a run: the ten slowest tests, failures and tests that did not run, then a line with the counts. */
export function closingLines({ passed, failures, unsteady, notRun, slow = [] }) {
  const list = [...failures.map((text) => `  failed       ${text}`), ...notRun.map((text) => `  did not run  ${text}`)];
  const slowest = slow.filter(({ ms }) => ms > 0).sort((one, other) => other.ms - one.ms);
  return [
    ...withHeading(
      "The ten slowest tests:",
      slowest.slice(0, 10).map(({ line, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${line}`),
    ),
    ...withHeading("What failed or did not run:", list),
    ...withHeading(
      "What passed only when it was tried again, and is to be looked into:",
      unsteady.map((text) => `  ${text}`),
    ),
    "",
    `${passed} passed, ${failures.length} failed`,
  ];
}

const withHeading = (heading, lines) => (lines.length === 0 ? [] : ["", heading, ...lines]);
