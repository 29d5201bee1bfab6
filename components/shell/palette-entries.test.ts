import { expect, test } from "vitest";
import { paletteGroups } from "./palette-entries";
import { looksLikeId } from "./palette-match";
import { type Known, thingInLog, thingsIn } from "./palette-things";

const uuid = "b6e4d0a2-93c8-4f17-a2d5-0c7be815f349";

const saved = (resource: string, ref: string, rest: Partial<Known["saved"][number]> = {}) => ({
  resource,
  ref,
  label: null,
  name: null,
  pinned: false,
  last_status_word: null,
  last_seen_at: null,
  opened_by: null,
  named_by: null,
  not_found_since: null,
  ...rest,
});

const known: Known = {
  saved: [
    saved("campaigns", "cmp_5YtR28", { label: "Autumn renewals", pinned: true, last_seen_at: "2026-11-20T06:00:00Z" }),
    saved("calls", "call_9", { opened_by: "Ines Duarte", last_seen_at: "2026-11-20T06:30:00Z" }),
    saved("tools", "tool_1", { name: "Lookup", last_seen_at: "2026-11-20T05:00:00Z" }),
  ],
  numbers: [
    { id: "pn_1", phone_number: "+4930901820", friendly_name: "Reception", assistant_id: uuid },
    { id: "pn_2", phone_number: "+4930901821", friendly_name: "Renewals", assistant_id: uuid },
  ],
  credentials: [{ id: "cred_1", name: "CRM" }],
  webhooks: [{ id: "wh_1", url: "https://hooks.example/voice" }],
};

const offered = (text: string, role: "admin" | "campaign_manager" | "support" = "admin") =>
  Object.fromEntries(
    paletteGroups({ text, role, things: thingsIn(known) }).map(({ title, entries }) => [
      title,
      entries.map((entry) => entry.title),
    ]),
  );

test("empty, it offers what is pinned, what was opened last, and actions", () => {
  const groups = offered("");
  expect(Object.keys(groups)).toEqual(["Pinned", "Last opened", "Actions"]);
  expect(groups["Last opened"]).toEqual(["call_9", "Lookup"]);
});

test("an ID that is known is offered as what it is first, then as anything else it could be read as", () => {
  const [first, second, third] = paletteGroups({ text: ` ${uuid} `, role: "admin", things: thingsIn(known) });
  expect(first).toMatchObject({
    title: "This ID is known",
    entries: [{ note: "assistant, named by 2 phone numbers", go: { href: `/assistants/${uuid}` } }],
  });
  expect(second?.title).toBe("Or read it as");
  expect(second?.entries.map(({ title }) => title)).not.toContain("Assistant");
  expect(third?.entries[0]).toMatchObject({ stop: true, go: { href: `/sessions?id=${uuid}` } });
});

test("an ID nobody knows is read in the order of what was opened last, whatever it begins with", () => {
  const [readAs] = Object.values(offered("cmp_unknown_1"));
  expect(readAs).toEqual(["Call", "Campaign", "Tool", "Assistant", "Workflow", "Server credential"]);
  expect(Object.values(offered("00000000-93c8-4f17-a2d5-0c7be815f349"))[0]?.[0]).toBe("Assistant");
});

test("a role is offered only the reads, acts and pages it may use", () => {
  const manager = offered("cmp_unknown_1", "campaign_manager");
  expect(manager["Read this ID as"]).toEqual(["Campaign", "Assistant", "Workflow"]);
  expect(manager["Or act on it"]).toEqual(["Cancel a campaign with this ID…"]);
  expect(offered("CRM", "campaign_manager").Credentials).toBeUndefined();
  expect(offered("audit", "support").Pages).toBeUndefined();
});

test("an ID keeps every character on its way into an address", () => {
  const [readAs] = paletteGroups({ text: "a/b#1%", role: "support", things: [] });
  expect(readAs?.entries.map(({ go }) => go)).toContainEqual({ href: "/calls/a%2Fb%231%25" });
});

test("a plus and digits search numbers, however they are spaced", () => {
  expect(offered("+49 30 9018 21")).toEqual({ "Phone numbers": ["+4930901821"] });
});

test("the group that fits best stands first", () => {
  expect(Object.keys(offered("set"))[0]).toBe("Pages");
  expect(Object.keys(offered("renewals"))[0]).toBe("Campaigns");
});

test("after > there are actions and nothing else", () => {
  expect(offered(">theme")).toEqual({ Actions: ["Switch theme"] });
});

test("a word is no ID: what it fits comes first, and nothing is done to it", () => {
  expect(offered("london")).toEqual({ "Or an ID": ["Read “london” as an ID…"] });
  expect(offered("sign out")).toEqual({ Actions: ["Sign out"], "Or an ID": ["Read “sign out” as an ID…"] });
  const asId = paletteGroups({ text: "london", role: "admin", things: [], isId: true });
  expect(asId.map(({ title }) => title)).toEqual(["Read this ID as"]);
  expect(asId[0]?.entries).toContainEqual(expect.objectContaining({ go: { href: "/assistants/london" } }));
});

test("an ID has a digit or an underscore, or is long, and has no spaces", () => {
  expect(["call_9", "k7", uuid, "QmJzXwVtPkLr"].map(looksLikeId)).toEqual([true, true, true, true]);
  expect(["london", "sign out", "the 2nd line", "+49301", ""].map(looksLikeId)).toEqual(Array(5).fill(false));
});

test("actions are found by other words for them", () => {
  for (const word of ["dark", "light", "theme"]) expect(offered(word).Actions).toEqual(["Switch theme"]);
  expect(offered("log out").Actions).toEqual(["Sign out"]);
});

test("the ID of a webhook, or of an entry of its log, is known", () => {
  const inLog = thingInLog([{ id: "log 7/a", event: "call.ended" }], "log 7/a");
  const things = [...thingsIn(known), ...(inLog ? [inLog] : [])];
  const first = (text: string) => paletteGroups({ text, role: "support", things })[0];
  expect(first("log 7/a")).toMatchObject({
    title: "This ID is known",
    entries: [{ note: "webhook log entry, call.ended", go: { href: "/webhooks?entry=log%207%2Fa&time=all" } }],
  });
  expect(first("wh_1")).toMatchObject({
    title: "This ID is known",
    entries: [{ go: { href: "/webhooks?webhook=wh_1" } }],
  });
  expect(thingInLog([{ event: "call.ended" }], "")).toBeUndefined();
});
