import { pages } from "./support/pages";
import { expect, test } from "./support/test";

test("the key appears in no byte that a browser receives, in no form", async ({ as, product }) => {
  test.setTimeout(120_000);
  const { key } = product.platform;
  const bytes = Buffer.from(key);
  const forms = [
    key,
    encodeURIComponent(key),
    bytes.toString("hex"),
    ...[0, 1, 2].map((shift) => {
      const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
      return text.slice(4, -4);
    }),
  ];
  const page = await as("admin");
  const received: { url: string; text: string }[] = [];
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    const read = async () => {
      const headers = JSON.stringify(await response.allHeaders());
      const body = await response.body().catch(() => Buffer.alloc(0));
      received.push({ url: response.url(), text: headers + body.toString("latin1") });
      const map = /\.js$/.test(new URL(response.url()).pathname) ? await fetch(`${response.url()}.map`) : undefined;
      if (map?.ok) received.push({ url: `${response.url()}.map`, text: await map.text() });
    };
    reading.push(read());
  });
  for (const { path } of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await Promise.all(reading);
  for (const path of ["/healthz", "/readyz", "/metrics", "/api/v1/none", "/api/auth/get-session"]) {
    const response = await fetch(product.origin + path);
    received.push({ url: path, text: await response.text() });
  }
  expect(received.length).toBeGreaterThan(50);
  const leaks = received.filter(({ text }) => forms.some((form) => text.includes(form)));
  expect(leaks.map(({ url }) => url)).toEqual([]);
});
