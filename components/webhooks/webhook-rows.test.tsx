import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { noneWords } from "@/lib/client/webhook-log";
import { InTime } from "./webhook-rows";

const words = (total: number, missed: number, watched: "all" | "part" | "none" = "all") =>
  renderToStaticMarkup(<InTime total={total} missed={missed} retrying={0} watched={watched} />).replace(/<[^>]*>/g, "");

test("InTime shows failures, all delivered or none", () => {
  expect([words(90, 38), words(90, 0), words(0, 0)]).toEqual([
    "38 not delivered",
    "all delivered",
    "none in this time",
  ]);
});

test("noneWords tells a time without deliveries from one that was not watched", () => {
  expect((["all", "part", "none"] as const).map((watched) => noneWords(watched))).toEqual([
    "No deliveries in this time",
    "No known deliveries in this time",
    "Not watched in this time",
  ]);
});

test.each(["part", "none"] as const)("InTime claims no certainty when a time is watched in %s", (watched) => {
  expect([words(90, 38, watched), words(90, 0, watched), words(0, 0, watched)]).toEqual([
    "38 not delivered",
    "no known failures",
    "none known",
  ]);
});
