import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimePopover } from "./time-layer";
import { RenderedAtContext } from "./use-now";

const nowMs = Date.parse("2026-11-20T06:00:00Z");

function popoverText(sent: string) {
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

test("TimePopover shows the distance to a future and a past time", () => {
  expect(popoverText("2026-11-20T10:05:00Z")).toContain(" In 4 h 5 min As sent");
  expect(popoverText("2026-11-20T05:55:00Z")).toContain(" Ago 5 min As sent");
});
