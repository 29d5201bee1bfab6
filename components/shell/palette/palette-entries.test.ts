import { expect, test } from "vitest";
import { destinationsFor } from "@/components/shell/page-roles";
import type { FoundCall } from "@/lib/contract/console/inbox/found-calls";
import type { Delivery } from "@/lib/contract/console/webhook-log/deliveries";
import { type Role, roles } from "@/lib/contract/operation";
import { looksLikeId } from "@/lib/format/looks-like";
import { pastedIds } from "@/lib/format/pasted-ids";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { idActions } from "./palette-actions";
import { paletteGroups, preselected } from "./palette-entries";
import { matchRank } from "./palette-match";
import type { RecordEntry } from "./palette-records";
import { foundCallEntries, logEntries, type RecordLists, recordEntries } from "./palette-records";

const uuid = "b6e4d0a2-93c8-4f17-a2d5-0c7be815f349";

const lists: RecordLists = {
  saved: [
    savedRecord("campaigns", "cmp_5YtR28", {
      label: "Autumn renewals",
      last_status_word: "paused",
      last_seen_at: "2026-11-20T06:00:00Z",
    }),
    savedRecord("calls", "call_9", { opened_by: "Ines Duarte", last_seen_at: "2026-11-20T06:30:00Z" }),
    savedRecord("tools", "tool_1", { name: "Lookup", last_seen_at: "2026-11-20T05:00:00Z" }),
    savedRecord("assistants", uuid, { named_by: { resource: "phone-numbers", ref: "pn_1" } }),
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
      has_second_factor: false,
      lacks_second_factor: false,
      role_set_by: null,
      link_until: null,
      last_seen_at: null,
      created_at: "2026-11-01T00:00:00Z",
    },
  ],
};

const records = recordEntries(lists);

const clock = { nowMs: Date.parse("2026-11-20T14:20:00Z"), timeZone: "Europe/Berlin" };

const groupsFor = (text: string, role: Role = "admin", here = "/") => {
  const groups = paletteGroups({ text, role, records, here, clock });
  return Object.fromEntries(groups.map(({ title, entries }) => [title, entries.map((entry) => entry.title)]));
};

test("finds the team page by the text of its button", () => {
  expect(groupsFor("add a person").Pages).toEqual(["Team and roles"]);
});

test("finds a page of the settings or the team by its words, for the roles that can open it", () => {
  expect(groupsFor("backup").Pages).toEqual(["Backups"]);
  expect(groupsFor("polling").Pages).toEqual(["Settings, Platform"]);
  expect(groupsFor("single sign-on").Pages).toEqual(["Sign-on"]);
  expect(groupsFor("quiet hours", "support").Pages).toEqual(["Settings, Alerts"]);
  for (const word of ["backup", "polling"]) expect(groupsFor(word, "support").Pages).toBeUndefined();
});

test("answers a question of support staff with its page", () => {
  expect(groupsFor("webhook not delivered", "support").Pages).toEqual(["Deliveries that did not arrive"]);
  expect(groupsFor("undelivered webhooks").Pages).toEqual(["Deliveries that did not arrive"]);
  expect(groupsFor("who was called", "support")).toMatchObject({ Pages: ["Calls"], Actions: ["Look up a number…"] });
  expect(groupsFor("who was called")["Open this ID"]).toBeUndefined();
});

test("finds a record in another Unicode form and with invisible marks", () => {
  expect(groupsFor("\u200bRece\u0301ption\ufeff")["Phone numbers"]).toEqual(["+4930901820"]);
});

test("offers pages, recent records and actions when the text is empty", () => {
  const groups = groupsFor("");
  expect(Object.keys(groups)).toEqual(["Pages", "Last opened", "Actions"]);
  expect(groups.Pages?.[0]).toBe("Assistants");
  expect(groups["Last opened"]).toEqual(["call_9", "Autumn renewals", "Lookup"]);
});

test("offers a known ID as its record first, then as other kinds", () => {
  const [first, second, third] = paletteGroups({ text: uuid, role: "admin", records, clock });
  expect(first).toMatchObject({
    title: "Matching ID",
    entries: [{ note: "assistant, named by a phone number", go: { href: `/assistants/${uuid}` } }],
  });
  expect(second?.title).toBe("Open this ID");
  expect(second?.entries.map(({ title }) => title)).not.toContain("Open as assistant");
  expect(third?.entries[0]).toMatchObject({
    isDestructive: true,
    go: { href: `/calls?ask=end-session&session=${uuid}` },
  });
});

test("gives every entry for an ID its own key", () => {
  const groups = paletteGroups({ text: uuid, role: "admin", records, clock });
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys).toEqual([...new Set(keys)]);
});

test("orders the kinds for an unknown ID by what was opened last", () => {
  const [openAs] = Object.values(groupsFor("cmp_unknown_1"));
  expect(openAs?.slice(0, 3)).toEqual(["Open as call", "Open as campaign", "Open as tool"]);
  expect(openAs?.toSorted()).toEqual(
    ["assistant", "call", "campaign", "credential", "tool", "workflow"].map((noun) => `Open as ${noun}`),
  );
});

test.each([
  ["ended", false],
  ["in_progress", true],
])("offers to end a known call only while it is not over, when its status is %s", (status, isOffered) => {
  const call = {
    key: "calls c1",
    id: "c1",
    title: "c1",
    group: "Calls",
    note: "",
    seenAt: "",
    status,
  };
  expect(idActions("c1", "support", [call as RecordEntry]).some(({ title }) => /^End a call/.test(title))).toBe(
    isOffered,
  );
});

test("offers only records, actions and pages that the role may use", () => {
  const manager = groupsFor("cmp_unknown_1", "campaign_manager");
  expect(manager["Open this ID"]).toEqual([
    "Open as call",
    "Open as campaign",
    "Open as assistant",
    "Open as workflow",
  ]);
  expect(manager.Actions).toEqual(["End a call with this ID…", "Cancel a campaign with this ID…"]);
  expect(groupsFor("CRM", "campaign_manager").Credentials).toBeUndefined();
  expect(groupsFor("audit", "support").Pages).toBeUndefined();
  expect(groupsFor("jonas", "support")["Team and roles"]).toBeUndefined();
});

test("encodes every character of an ID in its URL", () => {
  const [readAs] = paletteGroups({ text: "a/b#1%", role: "support", records: [], clock });
  expect(readAs?.entries.map(({ go }) => go)).toContainEqual({ href: "/calls/a%2Fb%231%25" });
});

test("searches numbers when the text is a plus and digits", () => {
  expect(groupsFor("+49 30 9018 21", "viewer")).toEqual({ "Phone numbers": ["+4930901821"] });
});

test("offers to look up or block a number in any spelling, to roles that may", () => {
  const offer = (text: string) => ({
    "Look up": [`Who was called at ${text}?`, `Never call ${text.replace("\u202a", "")} again…`],
  });
  for (const text of ["+49 30 1234567", "(030) 123-4567", "0049 30/1234567", "\u202a+49 30 1234567"])
    expect(groupsFor(text, "campaign_manager")).toMatchObject(offer(text));
  expect(groupsFor("+49 30 1234567")).toMatchObject(offer("+49 30 1234567"));
  expect(groupsFor("+49 30 1234567", "support")).toMatchObject(offer("+49 30 1234567"));
  expect(groupsFor("+49 30 1234567", "viewer")["Look up"]).toBeUndefined();
  expect(groupsFor(">look up", "viewer")).toEqual({});
  for (const text of ["12345", "cmp_1234567", "+49 30 1234567 Ann", uuid])
    expect(groupsFor(text)["Look up"]).toBeUndefined();
});

test("finds a number by its national form, or by its international form without a plus", () => {
  for (const text of ["030 901820", "030901820", "0049 30 901820"])
    expect(groupsFor(text)["Phone numbers"]).toEqual(["+4930901820"]);
  expect(groupsFor("049309")["Phone numbers"]).toBeUndefined();
});

test("ignores stop words of a question", () => {
  expect(groupsFor("did it arrive").Guide).toEqual(["Did that webhook arrive?"]);
  expect(groupsFor("arrive did").Guide).toEqual(["Did that webhook arrive?"]);
  expect(matchRank("is it", "Webhooks")).toBe(Number.POSITIVE_INFINITY);
});

test("lists the best matching group first", () => {
  expect(Object.keys(groupsFor("set"))[0]).toBe("Pages");
  expect(Object.keys(groupsFor("renewals"))[0]).toBe("Campaigns");
});

test("offers only actions when the text starts with >", () => {
  expect(groupsFor(">theme")).toEqual({ Actions: ["Switch theme"] });
});

test("offers to open a word as an ID when nothing matches, but no actions on it", () => {
  const asId = paletteGroups({ text: "london", role: "admin", records, clock });
  expect(asId.map(({ title }) => title)).toEqual(["Open this ID"]);
  expect(asId[0]?.entries).toContainEqual(expect.objectContaining({ go: { href: "/assistants/london" } }));
  expect(groupsFor("+15550000000", "viewer")).toEqual({});
});

test("looksLikeId requires a digit, an underscore or length, and no spaces", () => {
  expect(["call_9", "k7", uuid, "QmJzXwVtPkLr"].map(looksLikeId)).toEqual([true, true, true, true]);
  expect(["london", "sign out", "the 2nd line", "+49301", ""].map(looksLikeId)).toEqual(Array(5).fill(false));
});

test("finds entries by synonyms and with a typo", () => {
  for (const word of ["dark", "light", "theme", "thme", "tehme"])
    expect(groupsFor(word).Actions).toContain("Switch theme");
  const pages = { dids: "Phone numbers", keys: "Credentials", bot: "Assistants", leads: "Campaigns", hangup: "Calls" };
  for (const [word, page] of Object.entries(pages)) expect(groupsFor(word).Pages).toContain(page);
  expect(groupsFor("jonsa")["Team and roles"]).toEqual(["Jonas Weil"]);
});

test("matchRank grades start, word start, anywhere and typo", () => {
  const ranks = ["winter", "tariff", "newals", "wint ren", "wimter", "wnter", "winnter", "iwnter"];
  expect(ranks.map((text) => matchRank(text, "Winter tariff renewals"))).toEqual([0, 1, 2, 1, 3, 3, 3, 3]);
  for (const text of ["summer", "wtr", "wxmter", "rw"])
    expect(matchRank(text, "Winter tariff renewals")).toBe(Number.POSITIVE_INFINITY);
});

test("offers actions on the open record by role", () => {
  const campaign = groupsFor("", "admin", "/campaigns/cmp_5YtR28")["This campaign"];
  expect(campaign?.slice(0, 2)).toEqual(["Pause Autumn renewals", "Resume Autumn renewals…"]);
  expect(campaign?.at(-1)).toBe("Cancel Autumn renewals…");
  expect(groupsFor("stop", "campaign_manager", "/campaigns/cmp_5YtR28")["This campaign"]).toEqual([
    "Pause Autumn renewals",
    "Cancel Autumn renewals…",
  ]);
  expect(groupsFor("hang up", "support", "/calls/call_9")["This call"]).toEqual(["End call…"]);
  expect(groupsFor("", "admin", "/tools/tool_1")["This tool"]).toEqual(["Delete Lookup…"]);
  expect(groupsFor("", "support", "/campaigns/cmp_5YtR28")["This campaign"]).toBeUndefined();
});

test("offers the action that fits a campaign's status, and its import, by the campaign's name", () => {
  const campaign = (ref: string, name: string | null, last_status_word: string | null, more = {}) =>
    savedRecord("campaigns", ref, { name, last_status_word, ...more });
  const saved = [
    campaign("c/1", "Winter", "running"),
    campaign("c2", "Smart meters", "paused"),
    campaign("c3", "Spring", "draft"),
    campaign("c4", "Summer", "completed"),
    campaign("c5", "Autumn", "running", { not_found_since: "2026-11-20T06:00:00Z" }),
    campaign("c6", null, "running"),
    campaign("c7", "Unread", null),
  ];
  const offered = (text: string, role: Role = "campaign_manager") =>
    paletteGroups({ text, role, records: recordEntries({ ...lists, saved }), clock })
      .filter(({ title }) => title === "Actions")
      .flatMap(({ entries }) => entries.map(({ title, go }) => [title, "href" in go ? go.href : ""]));
  expect(offered("pause winter")).toEqual([["Pause Winter", "/campaigns/c%2F1?ask=pause"]]);
  expect(offered("resume smart")).toEqual([["Resume Smart meters…", "/campaigns/c2?ask=resume"]]);
  expect(offered("start spring")).toEqual([["Start Spring…", "/campaigns/c3?ask=start"]]);
  expect(offered("import spring")).toEqual([["Import contacts into Spring", "/campaigns/c3/contacts"]]);
  expect(offered("import unread")).toEqual([["Import contacts into Unread", "/campaigns/c7/contacts"]]);
  for (const text of ["resume winter", "pause smart", "import summer", "pause autumn", "pause c6", "pause unread"])
    expect([text, offered(text)]).toEqual([text, []]);
  expect(offered("pause winter", "support")).toEqual([]);
  expect(offered(">pause win")).toEqual([["Pause Winter", "/campaigns/c%2F1?ask=pause"]]);
  expect(offered(">").flat().join()).not.toContain("Winter");
});

test("lists an action on the open campaign once", () => {
  const keys = paletteGroups({ text: "resume autumn", role: "admin", records, here: "/campaigns/cmp_5YtR28", clock })
    .flatMap(({ entries }) => entries.map(({ key }) => key))
    .filter((key) => key.startsWith("campaigns.resume"));
  expect(keys).toEqual(["campaigns.resume cmp_5YtR28"]);
});

test("never preselects a destructive entry", () => {
  const texts = ["sign out", "end", "hang up", "cancel", "delete", "kill", "call_9", uuid, "", ">", ">sign", ">end"];
  for (const role of roles)
    for (const here of ["/campaigns/cmp_5YtR28", "/calls/call_9", "/tools/tool_1", "/"])
      for (const text of [...texts, ...destinationsFor(role).map(({ label }) => label)]) {
        const entries = paletteGroups({ text, role, records, here, clock }).flatMap(({ entries }) => entries);
        expect([text, entries[preselected(entries)]?.isDestructive ?? false]).toEqual([text, false]);
      }
});

test("knows the IDs of webhooks and log entries", () => {
  const entry = { key: "log 7/a", event: "call.ended", status: "failed", webhook_id: "wh_1" } as Delivery;
  const log = logEntries([{ key: entry.key, delivery: entry, event: null }], records);
  const groups = (text: string) => paletteGroups({ text, role: "support", records, found: log, clock });
  expect(groups("log 7/a")[0]).toMatchObject({
    title: "Matching ID",
    entries: [
      {
        title: "call.ended",
        note: "delivery, failed, https://hooks.example/voice",
        go: { href: "/webhooks?entry=log%207%2Fa&time=all" },
      },
    ],
  });
  expect(groups("ended").find(({ title }) => title === "Webhook log")?.entries).toHaveLength(1);
  expect(groups("wh_1")[0]).toMatchObject({
    title: "Matching ID",
    entries: [{ go: { href: "/webhooks?webhook=wh_1" } }],
  });
});

test("finds records by a number without plus or the start of an ID", () => {
  expect(Object.entries(groupsFor("4930901820"))[0]).toEqual(["Phone numbers", ["+4930901820"]]);
  expect(Object.entries(groupsFor("cmp_5Yt"))[0]).toEqual(["Campaigns", ["Autumn renewals"]]);
  expect(Object.keys(groupsFor("cmp_9Zz"))[0]).toBe("Open this ID");
});

test.each([
  ['"cmp_5YtR28",', ["cmp_5YtR28"]],
  ["(call_0009).", ["call_0009"]],
  ["cmp_5YtR28 call_0009", ["cmp_5YtR28", "call_0009"]],
  ["cmp_5YtR28,\ncall_0009; cmp_5YtR28", ["cmp_5YtR28", "call_0009"]],
  ["pause winter", []],
  ["yesterday 14:10", []],
  ["+44 7700 900871", []],
  ["2026-11-20 06:30", []],
])("finds the IDs in the pasted text %j", (text, ids) => {
  expect(pastedIds(text)).toEqual(ids);
});

test("lists each of several pasted IDs, known or not", () => {
  const groups = groupsFor('"cmp_5YtR28", call_unknown1');
  expect(groups["Matching ID: cmp_5YtR28"]).toEqual(["Autumn renewals"]);
  expect(groups["Open this ID: call_unknown1"]?.length).toBeGreaterThan(0);
});

test("lists a found call in progress before ended ones and before its entry of the registry", () => {
  const call = {
    contact: "447700900417",
    contact_name: null,
    campaign_name: "Meter readings",
    at: "2026-11-20T14:00:00Z",
  };
  const found = foundCallEntries([
    { ...call, call_id: "c_over", is_over: true } as FoundCall,
    { ...call, call_id: "c_live", is_over: false } as FoundCall,
  ]);
  const saved = foundCallEntries([{ ...call, call_id: "c_over", is_over: true } as FoundCall]);
  const calls = paletteGroups({ text: "7700 900417", role: "support", records: saved, found, clock });
  expect(calls[0]?.entries.map(({ title, note, go }) => [title, note, go])).toEqual([
    ["+447700900417", "call in progress, Meter readings", { href: "/calls/c_live" }],
    ["+447700900417", "call, Meter readings", { href: "/calls/c_over" }],
  ]);
  const number = "+447700900417";
  expect(calls[1]?.entries.map(({ title, go }) => [title, go])).toEqual([
    ["End the call with +447700900417…", { href: "/calls/c_live?ask=end" }],
    ["Never call +447700900417 again…", { neverCall: { person: { number }, name: null, number, source: "by hand" } }],
  ]);
});

test("leads a typed time to the deliveries of that time", () => {
  const [first] = paletteGroups({ text: "yesterday 14:10", role: "support", records, clock });
  expect(first?.title).toBe("This time");
  expect(first?.entries.map(({ title }) => title)).toEqual(["Deliveries Thu 14:00 – 14:20"]);
  expect(first?.entries[0]?.go).toEqual({
    href: "/webhooks?between=2026-11-19T13%3A00%3A00Z..2026-11-19T13%3A20%3A00Z",
  });
  for (const text of ["4917612345678", "call_1410", "14"])
    expect(Object.keys(groupsFor(text)), text).not.toContain("This time");
});
