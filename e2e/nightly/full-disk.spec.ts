import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createWriter } from "../support/acknowledged";
import { processesOf } from "../support/processes";
import { startProduct } from "../support/product";
import { patient } from "../support/test";

const mebibyte = 1024 * 1024;
const nearlyFull = "Switchboard's disk is nearly full: nothing is changed or sent until an admin frees space.";

test("refuses sends before the disk is full, and accepts them when space is freed", async ({ browser }) => {
  const disk = mount(500 * mebibyte);
  test.skip(
    disk === undefined,
    "No small disk can be mounted here: lib/db/disk-watch.test.ts alone shows what happens.",
  );
  if (!disk) return;
  const product = await startProduct({ LOG_LEVEL: "fatal" }, join(disk.place, "data"));
  const ready = async () => {
    const response = await fetch(`${product.origin}/readyz`);
    return `${response.status} ${await response.text()}`;
  };
  const filler = join(disk.place, "filler");
  try {
    const writer = await createWriter(product.setupUrl ?? "");
    const context = await browser.newContext({ baseURL: product.origin });
    await context.addCookies(writer.cookies);
    const page = patient(await context.newPage());
    await writer.oneOfEach();
    expect(await ready()).toBe("200 ready");
    const { postmaster } = processesOf(product.pid);

    fillUpTo(filler, { free: 100 * mebibyte, place: disk.place });
    await expect.poll(ready).toBe(`503 ${nearlyFull}`);
    await expect(writer.oneOfEach()).rejects.toThrow(/503: .*disk is nearly full: .*"outcome":"refused"/);
    await page.goto("/");
    const banner = page.getByRole("banner");
    await expect(banner).toContainText("Disk nearly full");
    await expect(page.getByRole("main")).toContainText("Switchboard's disk is nearly full.");

    fillUpTo(filler, { free: 0, place: disk.place });
    await expect(writer.oneOfEach()).rejects.toThrow(nearlyFull);
    expect(await writer.lost()).toEqual([]);

    truncateSync(filler);
    await expect.poll(ready).toBe("200 ready");
    await writer.oneOfEach();
    expect(await writer.lost()).toEqual([]);
    expect(processesOf(product.pid).postmaster).toBe(postmaster);
    await page.reload();
    await expect(banner).not.toContainText("Disk nearly full");
    await context.close();
  } finally {
    await product.stop();
    disk.unmount();
  }
});

/** A disk in memory; undefined if this user must not mount one. */
function mount(bytes: number) {
  const place = mkdtempSync(join(tmpdir(), "switchboard-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=755`, "switchboard-test", place], {
      stdio: "ignore",
    });
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
  const unmount = () => {
    execFileSync("umount", ["--lazy", place]);
    rmSync(place, { recursive: true });
  };
  return { place, unmount };
}

function fillUpTo(file: string, { free, place }: { free: number; place: string }) {
  const block = Buffer.alloc(mebibyte);
  try {
    for (let left = freeOn(place) - free; left > 0; left -= mebibyte)
      writeFileSync(file, block.subarray(0, Math.min(left, mebibyte)), { flag: "a" });
  } catch {
    // The disk is full.
  }
}

function freeOn(place: string) {
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize;
}
