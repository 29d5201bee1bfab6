import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { installationColors } from "@/lib/format/installation";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** Lightness and chroma of a token, light theme first. */
const pairs = (token: string) =>
  [
    ...(new RegExp(`--${token}: light-dark\\(([^;]*)\\);`).exec(css)?.[1] ?? "").matchAll(
      /oklch\(([\d.]+) calc\(([\d.]+) /g,
    ),
  ].map(([, lightness, chroma]) => ({ lightness: Number(lightness), chroma: Number(chroma) }));

function hueOf(color: string) {
  const rule = new RegExp(`\\[data-installation="${color}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  const number = (name: string) => /[\d.]+/.exec(rule.split(`--installation-${name}:`)[1] ?? "")?.[0];
  return { hue: Number(number("hue")), share: Number(number("chroma") ?? 1) };
}

/** Relative luminance of an OKLCH color, clipped to sRGB as browsers do at worst. https://www.w3.org/TR/css-color-4 */
function luminance(lightness: number, chroma: number, hue: number) {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

test.each(installationColors)("%s is readable in both themes (WCAG 1.4.3)", (color) => {
  const { hue, share } = hueOf(color);
  expect(hue).not.toBeNaN();
  const [inks, washes] = [pairs("installation-ink"), pairs("installation-wash")];
  expect([inks.length, washes.length]).toEqual([2, 2]);
  for (const [theme, ink] of inks.entries()) {
    const wash = washes[theme] ?? { lightness: 0, chroma: 0 };
    const ground = luminance(wash.lightness, wash.chroma * share, hue);
    expect(contrast(luminance(ink.lightness, ink.chroma * share, hue), ground)).toBeGreaterThan(4.5);
  }
});
