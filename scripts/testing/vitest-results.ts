import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { firstLine, fromRoot, noteResult } from "./results-file";

/** Called with `new`, as vitest does with every reporter it is given by its path. */
export default function vitestResults(): Reporter {
  return {
    onTestRunStart(specifications) {
      for (const { moduleId } of specifications) noteResult({ event: "file", file: fromRoot(moduleId) });
    },
    onTestModuleCollected(module) {
      for (const test of module.children.allTests())
        noteResult({ event: "test", id: test.id, file: fromRoot(module.moduleId), name: test.fullName });
    },
    onTestCaseResult: (test) => noteResult({ event: "result", id: test.id, status: statusOf(test) }),
    onTestSuiteResult: noteErrors,
    onTestModuleEnd: noteErrors,
    onTestRunEnd(_modules, errors) {
      for (const error of errors) noteResult({ event: "error", message: wordsOf(error) });
    },
  };
}

// Skipped, but not by its own word: something before it failed.
function statusOf(test: TestCase) {
  const { state } = test.result();
  if (state === "pending") return "not-run";
  return state === "skipped" && test.options.mode === "run" ? "not-run" : state;
}

/** What failed outside of any test: loading the file, or a hook around several. */
function noteErrors(around: TestModule | TestSuite) {
  const { moduleId } = around.type === "module" ? around : around.module;
  for (const error of around.errors())
    noteResult({ event: "error", file: fromRoot(moduleId), message: wordsOf(error) });
}

const wordsOf = ({ name, message }: SerializedError) => firstLine(`${name ?? "Error"}: ${message}`);
