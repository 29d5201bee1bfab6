import { expect, test } from "vitest";
import { destinationsFor } from "@/components/shell/page-roles";
import type { Delivery } from "@/lib/contract/console/deliveries";
import { type Role, roles } from "@/lib/contract/operation";
import { paletteGroups } from "./palette-entries";
import { fitOf, looksLikeId } from "./palette-match";
import { type Known, thingsIn, thingsInLog } from "./palette-things";
import { openRecord } from "./palette-verbs";

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
    saved("campaigns", "cmp_5YtR28", {
      label: "Autumn renewals",
      pinned: true,
      last_status_word: "paused",
      last_seen_at: "2026-11-20T06:00:00Z",
    }),
    saved("calls", "call_9", { opened_by: "Ines Duarte", last_seen_at: "2026-11-20T06:30:00Z" }),
    saved("tools", "tool_1", { name: "Lookup", last_seen_at: "2026-11-20T05:00:00Z" }),
  ],
  numbers: [
    { id: "pn_1", phone_number: "+4930901820", friendly_name: "Reception", assistant_id: uuid },
    { id: "pn_2", phone_number: "+4930901821", friendly_name: "Renewals", assistant_id: uuid },
  ],
  credentials: [{ id: "cred_1", name: "CRM" }],
  webhooks: [{ id: "wh_1", url: "https://hooks.example/voice" }],
  people: [
    {
      id: "user_7",
      name: "Jonas Weil",
      email: "jonas@example.com",
      role: "campaign_manager",
      state: "active",
      link_until: null,
      last_seen_at: null,
      created_at: "2026-11-01T00:00:00Z",
    },
  ],
};

const offered = (text: string, role: Role = "admin", here = "/") => {
  const things = thingsIn(known);
  const groups = paletteGroups({ text, role, things, here, open: openRecord(here, things) });
  return Object.fromEntries(groups.map(({ title, entries }) => [title, entries.map((entry) => entry.title)]));
};

test("the page to invite on is found by what its button says", () => {
  expect(offered("add a person").Pages).toEqual(["Team and roles"]);
});

test("empty, it offers pages, what is pinned, what was opened last, and actions", () => {
  const groups = offered("");
  expect(Object.keys(groups)).toEqual(["Pages", "Pinned", "Last opened", "Actions"]);
  expect(groups.Pages?.[0]).toBe("Assistants");
  expect(groups["Last opened"]).toEqual(["call_9", "Lookup"]);
});

test("an ID that is known is offered as what it is first, then as anything else it could be read as", () => {
  const [first, second, third] = paletteGroups({ text: ` ${uuid} `, role: "admin", things: thingsIn(known) });
  expect(first).toMatchObject({
    title: "This ID is known",
    entries: [{ note: "assistant, named by 2 phone numbers", go: { href: `/assistants/${uuid}` } }],
  });
  expect(second?.title).toBe("Or open as");
  expect(second?.entries.map(({ title }) => title)).not.toContain("Open as assistant");
  expect(third?.entries[0]).toMatchObject({ stop: true, go: { href: `/sessions?id=${uuid}` } });
});

test("no two things that can be done to an ID are one entry of the list", () => {
  const groups = paletteGroups({ text: uuid, role: "admin", things: thingsIn(known) });
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys).toEqual([...new Set(keys)]);
});

test("an ID nobody knows is read in the order of what was opened last, whatever it begins with", () => {
  const [readAs] = Object.values(offered("cmp_unknown_1"));
  expect(readAs).toEqual(
    ["call", "campaign", "tool", "assistant", "workflow", "server credential"].map((noun) => `Open as ${noun}`),
  );
  expect(Object.values(offered("00000000-93c8-4f17-a2d5-0c7be815f349"))[0]?.[0]).toBe("Open as assistant");
});

test("a role is offered only the reads, acts and pages it may use", () => {
  const manager = offered("cmp_unknown_1", "campaign_manager");
  expect(manager["Open this ID"]).toEqual(["Open as campaign", "Open as assistant", "Open as workflow"]);
  expect(manager.Actions).toEqual(["Cancel a campaign with this ID…"]);
  expect(offered("CRM", "campaign_manager").Credentials).toBeUndefined();
  expect(offered("audit", "support").Pages).toBeUndefined();
  expect(offered("jonas", "support").People).toBeUndefined();
});

test("an ID keeps every character on its way into an address", () => {
  const [readAs] = paletteGroups({ text: "a/b#1%", role: "support", things: [] });
  expect(readAs?.entries.map(({ go }) => go)).toContainEqual({ href: "/calls/a%2Fb%231%25" });
});

test("a plus and digits search numbers, however they are spaced", () => {
  expect(offered("+49 30 9018 21")).toEqual({ "Phone numbers": ["+4930901821"] });
});

test("a number is found as it is dialled at home, or from abroad without a plus", () => {
  for (const text of ["030 901820", "030901820", "0049 30 901820"])
    expect(offered(text)["Phone numbers"]).toEqual(["+4930901820"]);
  expect(offered("049309")["Phone numbers"]).toBeUndefined();
});

test("small words of a question need not be in what it finds", () => {
  expect(offered("did it arrive").Guide).toEqual(["Did that webhook arrive?"]);
  expect(offered("arrive did").Guide).toEqual(["Did that webhook arrive?"]);
  expect(fitOf("is it", "Webhooks")).toBeUndefined();
});

test("the group that fits best stands first", () => {
  expect(Object.keys(offered("set"))[0]).toBe("Pages");
  expect(Object.keys(offered("renewals"))[0]).toBe("Campaigns");
});

test("after > there are actions and nothing else", () => {
  expect(offered(">theme")).toEqual({ Actions: ["Switch theme"] });
});

test("a word is no ID: what it fits comes first, and nothing is done to it", () => {
  expect(offered("london")).toEqual({ "Or an ID": ["Open “london” as an ID…"] });
  const asId = paletteGroups({ text: "london", role: "admin", things: [], isId: true });
  expect(asId.map(({ title }) => title)).toEqual(["Open this ID"]);
  expect(asId[0]?.entries).toContainEqual(expect.objectContaining({ go: { href: "/assistants/london" } }));
});

test("an ID has a digit or an underscore, or is long, and has no spaces", () => {
  expect(["call_9", "k7", uuid, "QmJzXwVtPkLr"].map(looksLikeId)).toEqual([true, true, true, true]);
  expect(["london", "sign out", "the 2nd line", "+49301", "08:20", "2pm", ""].map(looksLikeId)).toEqual(
    Array(7).fill(false),
  );
});

test("what is looked for is found by other words for it, with gaps, and with a letter wrong", () => {
  for (const word of ["dark", "light", "theme", "thme", "tehme"])
    expect(offered(word).Actions?.[0]).toBe("Switch theme");
  const pages = { dids: "Phone numbers", keys: "Credentials", bot: "Assistants", leads: "Campaigns", hangup: "Calls" };
  for (const [word, page] of Object.entries(pages)) expect(offered(word).Pages).toContain(page);
  expect(offered("atrn").Campaigns).toEqual(["Autumn renewals"]);
  expect(offered("jonsa").People).toEqual(["Jonas Weil"]);
});

test("how a text fits: at the start, at the start of a word, anywhere, with gaps, with one letter wrong", () => {
  const fits = ["winter", "tariff", "newals", "wtr", "wint ren", "wimter", "wnter", "winnter", "iwnter"];
  expect(fits.map((text) => fitOf(text, "Winter tariff renewals"))).toEqual([0, 1, 2, 3, 1, 4, 3, 4, 4]);
  for (const text of ["summer", "wtx", "wxmter", "rw"]) expect(fitOf(text, "Winter tariff renewals")).toBeUndefined();
});

test("what can be done to the open record stands with it, as its role may and its status lets expect", () => {
  const campaign = offered("", "admin", "/campaigns/cmp_5YtR28")["This campaign"];
  expect(campaign?.[0]).toBe("Resume Autumn renewals…");
  expect(campaign?.at(-1)).toBe("Cancel Autumn renewals…");
  expect(offered("stop", "campaign_manager", "/campaigns/cmp_5YtR28")["This campaign"]).toEqual([
    "Pause Autumn renewals",
    "Cancel Autumn renewals…",
  ]);
  expect(offered("hang up", "support", "/calls/call_9")["This call"]).toEqual(["End call…"]);
  expect(offered("", "admin", "/tools/tool_1")["This tool"]).toEqual(["Delete Lookup…"]);
  expect(offered("", "support", "/campaigns/cmp_5YtR28")["This campaign"]).toBeUndefined();
  expect(openRecord("/tools/a%2Fb", [])?.id).toBe("a/b");
});

test("what ends something is never offered first", () => {
  const words = [
    "sign out",
    "log out",
    "end",
    "hang up",
    "cancel",
    "delete",
    "stop",
    "kill",
    "pause",
    "call_9",
    "tool_1",
    uuid,
  ];
  const records = ["/campaigns/cmp_5YtR28", "/calls/call_9", "/tools/tool_1", "/"];
  for (const role of roles)
    for (const here of records)
      for (const text of [...words, "", ">", ">sign", ">end", ...destinationsFor(role).map(({ label }) => label)]) {
        const things = thingsIn(known);
        const [first, ...rest] = paletteGroups({ text, role, things, here, open: openRecord(here, things) }).flatMap(
          ({ entries }) => entries,
        );
        expect([text, first?.stop === true && rest.some(({ stop }) => !stop)]).toEqual([text, false]);
      }
});

test("the ID of a webhook, or of an entry of its log, is known", () => {
  const entry = { key: "log 7/a", event: "call.ended", status: "failed", webhook_id: "wh_1" } as Delivery;
  const log = thingsInLog([entry], thingsIn(known));
  const groups = (text: string) => paletteGroups({ text, role: "support", things: thingsIn(known), log });
  expect(groups("log 7/a")[0]).toMatchObject({
    title: "This ID is known",
    entries: [
      {
        title: "call.ended",
        note: "log entry, failed, https://hooks.example/voice",
        go: { href: "/webhooks?entry=log%207%2Fa&time=all" },
      },
    ],
  });
  expect(groups("ended").find(({ title }) => title === "Webhook log")?.entries).toHaveLength(1);
  expect(groups("wh_1")[0]).toMatchObject({
    title: "This ID is known",
    entries: [{ go: { href: "/webhooks?webhook=wh_1" } }],
  });
});

test("a number pasted without its plus and the beginning of a known ID lead to what is known", () => {
  expect(Object.entries(offered("4930901820"))[0]).toEqual(["Known here", ["+4930901820"]]);
  expect(Object.entries(offered("cmp_5Yt"))[0]).toEqual(["Known here", ["Autumn renewals"]]);
  expect(Object.keys(offered("cmp_9Zz"))[0]).toBe("Open this ID");
});
