import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Shown } from "./shown";

test("Shown mutes missing, empty and blank values", () => {
  for (const [value, says] of [
    [undefined, "not sent"],
    ["", "“”"],
    ["  ", "“  ”"],
  ])
    expect(renderToStaticMarkup(<Shown value={value} />)).toBe(`<span class="text-ink-3">${says}</span>`);
  expect(renderToStaticMarkup(<Shown value="x" />)).toBe("x");
});
