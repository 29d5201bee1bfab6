import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { InTime } from "./webhook-rows";

const words = (total: number, missed: number, mayBeMore = false) =>
  renderToStaticMarkup(<InTime total={total} missed={missed} mayBeMore={mayBeMore} />).replace(/<[^>]*>/g, "");

test("a time that is over is told of alone: what was not delivered in it, that all was, or that there was none", () => {
  expect([words(90, 38), words(90, 0), words(0, 0)]).toEqual([
    "38 not delivered",
    "all delivered",
    "none in this time",
  ]);
  expect([words(90, 38, true), words(90, 0, true), words(0, 0, true)]).toEqual([
    "38 not delivered",
    "all with a time delivered",
    "none with a time",
  ]);
});
