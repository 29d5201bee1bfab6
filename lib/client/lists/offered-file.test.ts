import { expect, test } from "vitest";
import { offerFile, takeOffered } from "./offered-file";

const file = (name: string) => new File(["x"], name);

function taker(campaign_id: string) {
  const names: string[] = [];
  const stop = takeOffered(campaign_id, ({ name }) => void names.push(name));
  return { names, stop };
}

test("gives a file to the import of its campaign, when it is open or opens next", () => {
  offerFile("c1", file("before.csv"));
  const first = taker("c1");
  offerFile("c1", file("during.csv"));
  first.stop();
  expect(first.names).toEqual(["before.csv", "during.csv"]);
  const again = taker("c1");
  expect(again.names).toEqual([]);
  again.stop();
});

test("gives no file of one campaign to another, now or later", () => {
  offerFile("c1", file("a.csv"));
  const other = taker("c2");
  other.stop();
  const late = taker("c1");
  late.stop();
  expect([other.names, late.names]).toEqual([[], []]);
});
