import fc from "fast-check";
import { expect, test } from "vitest";
import { getAssistant } from "@/lib/contract/api/assistants";
import { startCampaign } from "@/lib/contract/api/campaigns";
import { listWebhookLogs } from "@/lib/contract/api/webhooks";
import { apiOperations } from "./api";
import { idToPath, idToWire, pathToId } from "./identifier";
import { match, pathOf, wirePathOf } from "./match";

const odd = ["a/b", "#", "100%", "a b", "..", ".", "~", "~..", "?x=1", "привет", "x".repeat(200), "a;b", "%2e%2e"];

test.each(odd)("the identifier %j survives the address and back", (id) => {
  const found = match(apiOperations, "POST", pathOf(startCampaign, { campaign_id: id }));
  expect(found).toEqual({ op: startCampaign, params: { campaign_id: id } });
});

test("any identifier survives being a segment, and never makes a second one", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }).filter((id) => !id.includes("\0")),
      (id) => {
        const segment = idToPath(id);
        expect(segment).not.toMatch(/[/?#]/);
        expect(segment === "." || segment === "..").toBe(false);
        expect(pathToId(segment)).toBe(id);
        expect(decodeURIComponent(idToWire(id))).toBe(id);
        expect(new URL(`http://h/a/${segment}/b`).pathname.split("/")).toHaveLength(4);
      },
    ),
    { numRuns: 2000 },
  );
});

test("an identifier with a NUL in it is none", () => {
  expect(pathToId("a%00b")).toBeUndefined();
  expect(match(apiOperations, "POST", "/v1/campaigns/a%00/start")).toBeUndefined();
});

test("a path that no operation names matches nothing", () => {
  for (const path of [
    "/v1/campaigns//start",
    "/v1/campaigns/a/start/",
    "/v1/campaigns/%ff/start",
    "/v1/webhooks/log",
    "/v2/webhooks",
  ])
    expect(match(apiOperations, "POST", path) ?? match(apiOperations, "GET", path)).toBeUndefined();
  expect(match(apiOperations, "PUT", "/v1/webhooks")).toBeUndefined();
});

test("what is left of a read's input becomes its query, at the browser and at the platform", () => {
  expect(wirePathOf(listWebhookLogs, { webhook_id: "a&b" })).toBe("/v1/webhooks/logs?webhook_id=a%26b");
  expect(wirePathOf(getAssistant, { assistant_id: ".." })).toBe("/v1/assistants/%2E%2E");
});

test("another way of decoding an address can be given", () => {
  const path = wirePathOf(getAssistant, { assistant_id: "~a/b" });
  expect(match(apiOperations, "GET", path, decodeURIComponent)?.params).toEqual({ assistant_id: "~a/b" });
});
