import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./support/build.mjs";
import { ensureInstalled } from "./support/install.mjs";
import { measureSlowdown } from "./support/machine-speed.mjs";
import { main } from "./support/main.mjs";
import { inRoot } from "./support/root.mjs";
import { runStep } from "./support/step.mjs";
import { closingLines, readEvents, testResults } from "./support/test-results.mjs";
import { playwright } from "./support/tools.mjs";

const packages = {
  "firefox-esr": "/usr/bin/firefox-esr",
  "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
  xvfb: "/usr/bin/Xvfb",
  "poppler-utils": "/usr/bin/pdftotext",
};

/** Runs the tests in Firefox and WebKitGTK, which `npm test` leaves out because they need four Debian packages. */
main(async () => {
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]));
  if (missing.length > 0)
    throw new Error(`These tests need Debian packages that are missing: apt-get install -y ${missing.join(" ")}`);
  await ensureInstalled();
  await ensureBuilt();

  const directory = mkdtempSync(join(tmpdir(), "switchboard-results-"));
  const resultsFile = join(directory, "results.jsonl");
  const reporter = `--reporter=list,${inRoot("scripts", "testing", "playwright-results.ts")}`;
  const [file, args] = playwright("test", "--config=e2e/browsers", reporter, ...process.argv.slice(2));
  const env = { TEST_RESULTS_FILE: resultsFile, TEST_TIMEOUT_FACTOR: String(await measureSlowdown()) };
  const code = await runStep(file, args, { env });
  const ending = { step: "Browsers", ending: `ended with exit code ${code}`, isEnded: code === 0 };
  const results = testResults(readEvents(resultsFile), ending);
  rmSync(directory, { recursive: true });
  console.log(closingLines(results).join("\n"));
  return results.failures.length === 0 ? 0 : 1;
});
