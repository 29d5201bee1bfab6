import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { seeded } from "../lib/platform/seed/ids";
import { cookieHeader, signEverybodyIn } from "./support/people";
import { appProcess, startProduct } from "./support/product";
import { sendList } from "./support/send-list";

const mebibyte = 1024 * 1024;
const campaign = seeded.campaigns.draft;

// On a product of its own: pages that others load would count as memory of the upload.
test("a 120 MiB contact list arrives whole, and the gateway's memory does not grow with it", async ({ browser }) => {
  const product = await startProduct();
  try {
    const { campaign_manager } = await signEverybodyIn(browser, product.setupUrl ?? "");
    const to = { origin: product.origin, cookie: cookieHeader(campaign_manager), campaign };
    const server = appProcess(product.pid);

    const small = await peakWhile(server, () => sendList(to, { bytes: 24 * mebibyte, firstNumber: 2_000_000_000 }));
    const large = await peakWhile(server, () => sendList(to, { bytes: 120 * mebibyte, firstNumber: 3_000_000_000 }));

    const { rows, sha256, answer } = large.result;
    expect(answer).toMatchObject({ total_rows: rows, accepted: rows, rejected: 0, duplicates: 0, sha256 });
    const peaks = `${small.peakMiB.toFixed(0)} MiB at its peak with 24 MiB, ${large.peakMiB.toFixed(0)} with 120`;
    console.log(`gateway: ${peaks}, ${rows} rows`);
    // Passed on, the large list costs some 25 MiB more than the small one; held in memory, it costs 80 to 110.
    expect(large.peakMiB - small.peakMiB).toBeLessThan(64);
  } finally {
    await product.stop();
  }
});

async function peakWhile<Result>(pid: number, work: () => Promise<Result>) {
  let peakMiB = residentMiB(pid);
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, residentMiB(pid));
  }, 50);
  try {
    const result = await work();
    return { result, peakMiB: Math.max(peakMiB, residentMiB(pid)) };
  } finally {
    clearInterval(watch);
  }
}

const residentMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
