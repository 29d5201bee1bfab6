import { readFileSync } from "node:fs";

/**
 * What the reporters in scripts/testing noted of a run: how many tests passed, and a line for each failure, for each that
 * passed only when it was tried again (`unsteady`), and for what did not run. `ending` is how the run ended, `isEnded` whether it ended well.
 */
export function testResults(events, { step, ending, isEnded }) {
  const tests = new Map();
  for (const { event, id, file, name, status } of events) {
    if (event === "test") tests.set(id, { file, name, status: "not-run" });
    const test = event === "result" && tests.get(id);
    if (test) Object.assign(test, { status, isUnsteady: status === "passed" && test.status === "failed" });
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
  };
}

/** One line for a whole file of which nothing ran. */
function notRunLines(tests) {
  return [...new Set(tests.map(({ file }) => file))].flatMap((file) => {
    const ofFile = tests.filter((test) => test.file === file);
    const lines = ofFile.filter(({ status }) => status === "not-run").map(lineOf);
    return lines.length === ofFile.length && lines.length > 1 ? [`${file} (all ${lines.length} tests)`] : lines;
  });
}

const lineOf = ({ file, name }) => `${file} › ${name}`;

/** A last line that was cut by the death of its writer is left out. */
export function readEvents(path) {
  try {
    const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** The end of a whole run: one list of what failed or did not run, then the counts alone on their line. */
export function closingLines({ passed, failures, unsteady, notRun }) {
  const list = [...failures.map((each) => `  failed       ${each}`), ...notRun.map((each) => `  did not run  ${each}`)];
  return [
    ...under("What failed or did not run:", list),
    ...under(
      "What passed only when it was tried again, and is to be looked into:",
      unsteady.map((each) => `  ${each}`),
    ),
    "",
    `${passed} passed, ${failures.length} failed`,
  ];
}

const under = (heading, lines) => (lines.length === 0 ? [] : ["", heading, ...lines]);
