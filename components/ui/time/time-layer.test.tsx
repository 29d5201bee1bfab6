import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimePopover } from "./time-layer";
import { RenderedAtContext } from "./use-now";

const nowMs = Date.parse("2026-11-20T06:00:00Z");

function shown(sent: string) {
  const parsed = { ms: Date.parse(sent), isZoned: true };
  const popover = (
    <RenderedAtContext value={nowMs}>
      <TimePopover sent={sent} parsed={parsed} />
    </RenderedAtContext>
  );
  return renderToStaticMarkup(popover)
    .replace(/<[^>]*>/g, " ")
    .replace(/ +/g, " ");
}

test("a time to come is in so long, and one that was is so long ago", () => {
  expect(shown("2026-11-20T10:05:00Z")).toContain(" In 4 h 5 min As sent");
  expect(shown("2026-11-20T05:55:00Z")).toContain(" Ago 5 min As sent");
});
