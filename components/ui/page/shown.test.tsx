import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Shown } from "./shown";

test("what was not sent, came empty or holds only spaces is said faintly", () => {
  for (const [value, says] of [
    [undefined, "not sent"],
    ["", "“”"],
    ["  ", "“  ”"],
  ])
    expect(renderToStaticMarkup(<Shown value={value} />)).toBe(`<span class="text-ink-3">${says}</span>`);
  expect(renderToStaticMarkup(<Shown value="x" />)).toBe("x");
});
