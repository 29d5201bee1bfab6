import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { databaseProxy } from "@/lib/testing/database/database-proxy";
import { freshDatabase } from "@/lib/testing/database/fresh-database";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createLeader } from "./leader";

const database = await freshDatabase();
const soon = { timeout: timeoutMs(60_000), interval: 20 };

afterEach(() => void vi.restoreAllMocks());

function candidate(url = database.url) {
  const leader = createLeader({ url, name: "test", onChange: () => {} });
  onTestFinished(leader.close);
  return leader;
}

const reportingScript = `
  import { createLeader } from ${JSON.stringify(join(import.meta.dirname, "leader.ts"))};
  const leader = createLeader({ url: process.argv[1], name: "test", onChange: () => {} });
  setInterval(() => process.send(leader.isLeading()), 10);`;

/** A separate process that leads. `reports` returns its values of isLeading since the last call. */
function leadingProcess() {
  const args = ["--import", "tsx", "--input-type=module", "--eval", reportingScript, database.url];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const reports: unknown[] = [];
  child.on("message", (isLeading) => reports.push(isLeading));
  return { child, reports: () => reports.splice(0) };
}

test("another process takes over from a suspended leader, which no longer leads when resumed", async () => {
  const { child, reports } = leadingProcess();
  await vi.waitFor(() => expect(reports()).toContain(true), soon);
  const other = candidate();
  child.kill("SIGSTOP");
  await vi.waitFor(() => expect(other.isLeading()).toBe(true), soon);
  reports();
  child.kill("SIGCONT");
  const reportsSince: unknown[] = [];
  await vi.waitFor(() => expect(reportsSince.push(...reports())).toBeGreaterThan(50), soon);
  expect(reportsSince).not.toContain(true);
  expect(other.isLeading()).toBe(true);
});

test("frees the lead when the network drops the leader's connection silently", async () => {
  const proxy = await databaseProxy(database.url);
  const leader = candidate(proxy.url);
  await vi.waitFor(() => expect(leader.isLeading()).toBe(true), soon);
  proxy.swallow();
  await vi.waitFor(() => expect(leader.isLeading()).toBe(false), soon);
  await vi.waitFor(() => expect(leader.isLeading()).toBe(true), soon);
});

test("isLed is false when no leader was found for a minute", async () => {
  const [leading, other] = [candidate(), candidate()];
  await vi.waitFor(() => expect(leading.isLeading() || other.isLeading()).toBe(true), soon);
  const lost = candidate("postgresql://127.0.0.1:1/none");
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  expect(lost.isLed()).toBe(false);
  await vi.waitFor(() => expect([leading, other].map((leader) => leader.isLed())).toEqual([true, true]), soon);
});
