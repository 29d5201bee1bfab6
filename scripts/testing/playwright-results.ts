import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { firstLine, fromRoot, recordResult } from "./results-file";

/** Playwright calls reporters that are set by path with `new`. */
export default function playwrightResults(): Reporter {
  return {
    onBegin(_config, suite) {
      for (const test of suite.allTests())
        recordResult({ event: "test", id: test.id, file: fromRoot(test.location.file), name: nameOf(test) });
    },
    onTestEnd: (test, result) =>
      recordResult({ event: "result", id: test.id, status: statusOf(test, result), ms: Math.round(result.duration) }),
    onError: ({ message, value, location }) =>
      recordResult({
        event: "error",
        file: location && fromRoot(location.file),
        message: firstLine(message ?? value),
      }),
    printsToStdio: () => false,
  };
}

// Without the titles of project and file, which come first.
const nameOf = (test: TestCase) => test.titlePath().slice(3).join(" › ");

function statusOf({ annotations, expectedStatus }: TestCase, { status }: TestResult) {
  if (status === "interrupted") return "not-run";
  if (status === "skipped") return annotations.some(({ type }) => /^(skip|fixme)$/.test(type)) ? "skipped" : "not-run";
  return status === expectedStatus ? "passed" : "failed";
}
