import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { firstLine, fromRoot, recordResult } from "./results-file";

/** Vitest calls reporters that are set by path with `new`. */
export default function vitestResults(): Reporter {
  return {
    onTestRunStart(specifications) {
      for (const { moduleId } of specifications) recordResult({ event: "file", file: fromRoot(moduleId) });
    },
    onTestModuleCollected(module) {
      for (const test of module.children.allTests())
        recordResult({ event: "test", id: test.id, file: fromRoot(module.moduleId), name: test.fullName });
    },
    onTestCaseResult(test) {
      const { duration = 0, flaky = false } = test.diagnostic() ?? {};
      if (flaky) recordResult({ event: "result", id: test.id, status: "failed", ms: 0 });
      recordResult({ event: "result", id: test.id, status: statusOf(test), ms: Math.round(duration) });
    },
    onTestSuiteResult: recordErrors,
    onTestModuleEnd: recordErrors,
    onTestRunEnd(_modules, errors) {
      for (const error of errors) recordResult({ event: "error", message: textOf(error) });
    },
  };
}

// A test that is skipped but not marked as such did not run, because something before it failed.
function statusOf(test: TestCase) {
  const { state } = test.result();
  if (state === "pending") return "not-run";
  return state === "skipped" && test.options.mode === "run" ? "not-run" : state;
}

/** Records errors outside of tests: in loading a file, or in a hook of several tests. */
function recordErrors(container: TestModule | TestSuite) {
  const { moduleId } = container.type === "module" ? container : container.module;
  for (const error of container.errors())
    recordResult({ event: "error", file: fromRoot(moduleId), message: textOf(error) });
}

const textOf = ({ name, message }: SerializedError) => firstLine(`${name ?? "Error"}: ${message}`);
