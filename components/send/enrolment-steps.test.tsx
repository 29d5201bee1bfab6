import jsQR from "jsqr";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { QrCode } from "./enrolment-steps";

const scale = 4;

/** The pixels of the drawn path, as RGBA. */
function pixelsOf(html: string) {
  const modules = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1]);
  const width = modules * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of html.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(run)) * scale; column += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { pixels, width };
}

test("draws a code that a reader reads back", () => {
  const uri = `otpauth://totp/Switchboard:${"long.name%2B".repeat(8)}%40fernhill.example?secret=NXD75ZRH3KLDICGOA4EELJKDN3QEIVAP&issuer=Switchboard`;
  for (const text of ["short", uri]) {
    const html = renderToString(<QrCode text={text} label="QR code" />);
    expect(html.match(/<path/g)).toHaveLength(1);
    const { pixels, width } = pixelsOf(html);
    expect(jsQR(pixels, width, width)?.data).toBe(text);
  }
});
