import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { swallowingProxy } from "@/lib/testing/swallowing-proxy";
import { timeoutMs } from "@/lib/testing/timeout-ms";
import { createLeader } from "./leader";
import { freshDatabase } from "./testing";

const database = await freshDatabase();
const soon = { timeout: timeoutMs(60_000), interval: 20 };

afterEach(() => void vi.restoreAllMocks());

function candidate(url = database.url) {
  const leader = createLeader({ url, name: "test", onChange: () => {} });
  onTestFinished(leader.close);
  return leader;
}

const reporting = `
  import { createLeader } from ${JSON.stringify(join(import.meta.dirname, "leader.ts"))};
  const leader = createLeader({ url: process.argv[1], name: "test", onChange: () => {} });
  setInterval(() => process.send(leader.isLeading()), 10);`;

/** A process of its own that leads, with what it says of that since it was last asked. */
function leadingProcess() {
  const args = ["--import", "tsx", "--input-type=module", "--eval", reporting, database.url];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: unknown[] = [];
  child.on("message", (isLeading) => said.push(isLeading));
  return { child, said: () => said.splice(0) };
}

test("another process leads when the leading one is stopped, and it knows so when it goes on", async () => {
  const { child, said } = leadingProcess();
  await vi.waitFor(() => expect(said()).toContain(true), soon);
  const other = candidate();
  child.kill("SIGSTOP");
  await vi.waitFor(() => expect(other.isLeading()).toBe(true), soon);
  said();
  child.kill("SIGCONT");
  const since: unknown[] = [];
  await vi.waitFor(() => expect(since.push(...said())).toBeGreaterThan(50), soon);
  expect(since).not.toContain(true);
  expect(other.isLeading()).toBe(true);
});

test("the lead is free again when the network swallows the leading connection", async () => {
  const proxy = await swallowingProxy(database.url);
  const leader = candidate(proxy.url);
  await vi.waitFor(() => expect(leader.isLeading()).toBe(true), soon);
  proxy.swallow();
  await vi.waitFor(() => expect(leader.isLeading()).toBe(false), soon);
  await vi.waitFor(() => expect(leader.isLeading()).toBe(true), soon);
});

test("a process says that nobody leads when it could not see a leader for a minute", async () => {
  const [leading, other] = [candidate(), candidate()];
  await vi.waitFor(() => expect(leading.isLeading() || other.isLeading()).toBe(true), soon);
  const lost = candidate("postgresql://127.0.0.1:1/none");
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => monotonic() + 61_000);
  expect(lost.isLed()).toBe(false);
  await vi.waitFor(() => expect([leading, other].map((each) => each.isLed())).toEqual([true, true]), soon);
});
