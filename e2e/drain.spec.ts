import { expect, test } from "@playwright/test";
import { startProduct } from "./support/product";

test("answers 503 at /readyz, and other requests as usual, before it stops behind a proxy", async () => {
  const product = await startProduct({ SWITCHBOARD_TRUSTED_HOPS: "1" });
  try {
    const statusOf = (path: string) => fetch(product.origin + path).then(({ status }) => status);
    expect(await statusOf("/readyz")).toBe(200);
    product.kill("SIGTERM");
    await expect.poll(() => statusOf("/readyz"), { intervals: [20] }).toBe(503);
    expect(await statusOf("/sign-in")).toBe(200);
    expect(await product.ended).toBe(0);
  } finally {
    await product.stop();
  }
});
