import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closingLines, readEvents, testResults } from "./test-results.mjs";

const planned = (id, file, name) => ({ event: "test", id, file, name });
const ended = (id, status, ms) => ({ event: "result", id, status, ms });
const three = [planned(1, "a.spec.ts", "one"), planned(2, "a.spec.ts", "two"), planned(3, "b.spec.ts", "three")];
const endedWell = { step: "Browser tests", ending: "ended with exit code 0", isEnded: true };
const endedBadly = { step: "Browser tests", ending: "ended with exit code 1", isEnded: false };

test("counts passed tests, and lists failed tests and tests that did not run", () => {
  expect(
    testResults([...three, ended(1, "passed"), ended(2, "failed"), ended(3, "not-run")], endedBadly),
  ).toMatchObject({
    passed: 1,
    failures: ["a.spec.ts › two"],
    unsteady: [],
    notRun: ["b.spec.ts › three"],
  });
});

test("counts a test that passes on a retry as passed and unsteady", () => {
  const again = (last) => testResults([...three.slice(0, 1), ended(1, "failed"), ended(1, last)], endedWell);
  expect(again("passed")).toMatchObject({ passed: 1, failures: [], unsteady: ["a.spec.ts › one"] });
  expect(again("failed")).toMatchObject({ passed: 0, failures: ["a.spec.ts › one"], unsteady: [] });
});

test("counts a skipped test neither as passed nor as failed", () => {
  expect(testResults([...three, ended(1, "passed"), ended(2, "skipped"), ended(3, "passed")], endedWell)).toMatchObject(
    {
      passed: 2,
      failures: [],
      unsteady: [],
      notRun: [],
    },
  );
});

test("reports a crashed run as one failure, and lists the tests that did not run", () => {
  expect(testResults([...three, ended(1, "passed")], { ...endedBadly, ending: "was stopped" })).toMatchObject({
    passed: 1,
    failures: ["Browser tests: was stopped, though no test failed"],
    unsteady: [],
    notRun: ["a.spec.ts › two", "b.spec.ts › three"],
  });
});

test("reports a run that crashed without any event as one failure", () => {
  expect(testResults([], endedBadly)).toMatchObject({
    passed: 0,
    failures: ["Browser tests: ended with exit code 1, though no test failed"],
    unsteady: [],
    notRun: [],
  });
});

test("reports a run without any test as a failure", () => {
  expect(testResults([], endedWell).failures).toEqual(["Browser tests: no test ran"]);
});

test("reports a file that does not load as failed, and a crashed one as not run", () => {
  const files = ["a.test.ts", "b.test.ts", "c.test.ts"].map((file) => ({ event: "file", file }));
  const error = { event: "error", file: "b.test.ts", message: "SyntaxError: Unexpected token" };
  expect(testResults([...files, planned(1, "a.test.ts", "one"), ended(1, "passed"), error], endedBadly)).toMatchObject({
    passed: 1,
    failures: ["b.test.ts: SyntaxError: Unexpected token"],
    unsteady: [],
    notRun: ["c.test.ts"],
  });
});

test("names the ten slowest tests with the seconds of all their tries", () => {
  const tests = Array.from({ length: 12 }, (_, nth) => [
    planned(nth, "a.spec.ts", `test ${nth}`),
    ended(nth, "failed", 400),
    ended(nth, "passed", nth * 1_000),
  ]);
  const lines = closingLines(testResults(tests.flat(), endedWell)).slice(1, 12);
  expect(lines[0]).toBe("The ten slowest tests:");
  expect(lines[1]).toBe("    11.4 s  a.spec.ts › test 11");
  expect(lines.at(-1)).toBe("     2.4 s  a.spec.ts › test 2");
});

test("lists a whole file that did not run in one line", () => {
  expect(testResults([...three, ended(3, "failed")], endedBadly).notRun).toEqual(["a.spec.ts (all 2 tests)"]);
});

test("reads the events of a crashed writer, except for an incomplete line", () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "results.jsonl");
  writeFileSync(path, `${JSON.stringify(three[0])}\n{"event":"res`);
  expect(readEvents(path)).toEqual([three[0]]);
  expect(readEvents(join(folder, "none"))).toEqual([]);
});

test("ends with a list of failures and tests that did not run, and a line with the counts", () => {
  expect(closingLines({ passed: 12, failures: [], unsteady: [], notRun: [] })).toEqual(["", "12 passed, 0 failed"]);
  const results = { failures: ["Lint: see above"], unsteady: ["a.spec.ts › two"], notRun: ["b.spec.ts › three"] };
  expect(closingLines({ passed: 1, ...results })).toEqual([
    "",
    "What failed or did not run:",
    "  failed       Lint: see above",
    "  did not run  b.spec.ts › three",
    "",
    "What passed only when it was tried again, and is to be looked into:",
    "  a.spec.ts › two",
    "",
    "1 passed, 1 failed",
  ]);
});
