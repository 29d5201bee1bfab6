import type { Page } from "@playwright/test";
import jsQR from "jsqr";

/** The text of the QR code on the page as a phone reads it: from a picture of the window. Undefined if it cannot be read. */
export async function readQrCode(page: Page) {
  await page.getByRole("img", { name: /^QR code/ }).scrollIntoViewIfNeeded();
  const picture = await page.screenshot();
  // Another page, because the policy of the product's pages allows no such images.
  const blank = await page.context().newPage();
  const { width, height, pixels } = await blank.evaluate(pixelsOf, picture.toString("base64"));
  await blank.close();
  return jsQR(Uint8ClampedArray.from(Buffer.from(pixels, "base64")), width, height)?.data;
}

/** Runs in the page. */
async function pixelsOf(png: string) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
  let text = "";
  for (let start = 0; start < data.length; start += 30_000)
    text += btoa(String.fromCharCode(...data.subarray(start, start + 30_000)));
  return { width, height, pixels: text };
}
