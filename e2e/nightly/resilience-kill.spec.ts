import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { timeoutMs } from "../../lib/testing/timeout-ms";
import { mulberry32 } from "../../platform/seed/seeded-random";
import { createWriter } from "../support/acknowledged";
import { killNow, leftOn, type Part, parts, processesOf } from "../support/processes";
import { freePort, type Product, startProduct } from "../support/product";

const rounds = { first: 16, starting: 10, running: 24 };
const seed = Number(process.env.RESILIENCE_SEED ?? Date.now() % 1_000_000);
const random = mulberry32(seed);

type Target = Part | "everything";
const targets: readonly Target[] = ["everything", "launcher", ...parts.slice(1)];
const env = { LOG_LEVEL: "fatal" };
const opened: { what: string; seconds: number }[] = [];

test.afterAll(() => {
  const seconds = opened.map((each) => each.seconds).sort((one, other) => one - other);
  const at = (share: number) => seconds[Math.min(seconds.length - 1, Math.floor(seconds.length * share))]?.toFixed(1);
  for (const each of opened) console.log(`  ${each.what}: open after ${each.seconds.toFixed(1)} s`);
  console.log(
    `${opened.length} kills, seed ${seed}: open after ${at(0.5)} s (median), ${at(0.95)} (p95), ${at(1)} (max)`,
  );
});

test("starts after a first start that was killed at any moment", async () => {
  test.setTimeout(timeoutMs(rounds.first * 120_000));
  let lastsMs = 8_000;
  for (let round = 0; round < rounds.first; round++) {
    const dataDir = newDirectory();
    const target = targets[round % targets.length] ?? "everything";
    const afterMs = random() * lastsMs;
    const wasRunning = await killedWhileStarting(dataDir, { target, afterMs });
    const { product, seconds } = await open(
      dataDir,
      `${wasRunning} ${(afterMs / 1000).toFixed(1)} s into a first start`,
    );
    if (seconds * 1000 > lastsMs / 2) lastsMs = seconds * 1000;
    expect(product.setupUrl).toBeDefined();
    await product.stop();
    expect(leftOn(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  }
});

test("loses no acknowledged write when any process is killed while people write", async () => {
  test.setTimeout(timeoutMs((rounds.running + rounds.starting) * 120_000));
  const dataDir = newDirectory();
  let { product } = await open(dataDir);
  const writer = await createWriter(product.setupUrl ?? "");
  await writer.oneOfEach();
  for (let round = 0; round < rounds.running; round++) {
    const target = targets[Math.floor(random() * targets.length)] ?? "everything";
    writer.begin();
    await sleep(200 + random() * 1_500);
    const { postmaster } = processesOf(product.pid);
    const killed = await kill(product.pid, target);
    await writer.end();
    const what = `${killed} while people write`;
    product = killed === "postmaster" ? await replaced(product, postmaster, what) : await back(product, dataDir, what);
    await writer.oneOfEach();
    expect(await writer.lost()).toEqual([]);
  }
  for (let round = 0; round < rounds.starting; round++) {
    await kill(product.pid, "everything");
    const target = targets[Math.floor(random() * targets.length)] ?? "everything";
    const afterMs = random() * 3_000;
    const killed = await killedWhileStarting(dataDir, { target, afterMs });
    ({ product } = await open(dataDir, `${killed} ${(afterMs / 1000).toFixed(1)} s into a start`));
    expect(await writer.lost()).toEqual([]);
  }
  const { acknowledged, asked } = writer.counts();
  console.log(`${acknowledged} of ${asked} writes were acknowledged, 0 of them lost`);
  await product.stop();
  expect(leftOn(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true });
});

const port = await freePort();

async function open(dataDir: string, what?: string) {
  const begunAt = performance.now();
  const product = await startProduct({ ...env, PORT: String(port) }, dataDir);
  await expect.poll(() => isReady(product.origin)).toBe(true);
  const seconds = (performance.now() - begunAt) / 1000;
  if (what) opened.push({ what, seconds });
  return { product, seconds };
}

/** Waits until the product has restarted PostgreSQL. Processes of the killed one still answer for a moment. */
async function replaced(product: Product, postmaster: number | undefined, what: string) {
  const begunAt = performance.now();
  const isAnother = () => ![undefined, postmaster].includes(processesOf(product.pid).postmaster);
  await expect
    .poll(async () => isAnother() && (await isReady(product.origin)), {
      timeout: timeoutMs(60_000),
      message: product.said(),
    })
    .toBe(true);
  opened.push({ what, seconds: (performance.now() - begunAt) / 1000 });
  return product;
}

/** Starts the product again. If its launcher is still running, waits for its end first. */
async function back(product: Product, dataDir: string, what: string) {
  if (!/^(launcher|everything)/.test(what)) await product.ended;
  return (await open(dataDir, what)).product;
}

async function killedWhileStarting(dataDir: string, { target, afterMs }: { target: Target; afterMs: number }) {
  let launcher = 0;
  const start = startProduct({ ...env, PORT: String(port) }, dataDir, (pid) => {
    launcher = pid;
  });
  const outcome = start.then(
    (product) => product,
    () => undefined,
  );
  await sleep(afterMs);
  const killed = await kill(launcher, target);
  // The launcher ends all parts when one is killed, except PostgreSQL, which it restarts.
  if (killed === "postmaster") await kill(launcher, "everything");
  const product = await outcome;
  if (killed !== "launcher" && killed !== "everything") await product?.ended;
  return killed;
}

/** Kills one part, or the launcher if that part is not running yet. Returns the killed part. */
async function kill(launcher: number, target: Target): Promise<Target> {
  const found = processesOf(launcher);
  if (target === "everything") {
    for (const pid of Object.values(found).sort(() => random() - 0.5)) killNow(pid);
    return target;
  }
  const part = found[target] === undefined ? "launcher" : target;
  killNow(found[part] ?? launcher);
  return part;
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const newDirectory = () => mkdtempSync(join(tmpdir(), "switchboard-kill-"));
