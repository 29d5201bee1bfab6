import { expect, test } from "vitest";
import { storedChoices } from "@/lib/contract/inputs/preferences";
import { receivedLink } from "./received-link";

const linkOf = (search: string) => receivedLink((name) => new URLSearchParams(search).get(name) ?? undefined);

test.each([
  ["", "/webhooks?here=arrived"],
  ["matched=missing&time=7d", "/webhooks?here=no&time=7d"],
  ["matched=no&event=call.ended", "/webhooks?here=not_in_log&event=call.ended"],
  ["call=call_1", "/webhooks?here=arrived&call=call_1"],
  ["entry=12&time=all", "/webhooks?here=arrived&time=all&entry=event%2F12"],
  ["tab=refused", "/webhooks/address#refused"],
])("a link to received events with %j leads to %s", (search, link) => {
  expect(linkOf(search)).toBe(link);
});

test("a saved view of received events becomes one of the webhook log", () => {
  const views = [
    { page: "received", name: "Missing", search: "matched=missing&time=7d" },
    { page: "audit", name: "Mine", search: "person=u1" },
  ];
  expect(storedChoices.parse({ views }).views).toEqual([
    { page: "webhooks", name: "Missing", search: "here=no&time=7d" },
    views[1],
  ]);
});
