import { expect, test } from "vitest";
import { destinationsFor } from "@/components/shell/page-roles";
import type { Delivery } from "@/lib/contract/console/deliveries";
import { type Role, roles } from "@/lib/contract/operation";
import { savedRecord } from "@/lib/testing/components/saved-record";
import { paletteGroups } from "./palette-entries";
import { looksLikeId, matchRank } from "./palette-match";
import { logRecords, type PaletteSources, paletteRecords } from "./palette-things";
import { openRecord } from "./palette-verbs";

const uuid = "b6e4d0a2-93c8-4f17-a2d5-0c7be815f349";

const sources: PaletteSources = {
  saved: [
    savedRecord("campaigns", "cmp_5YtR28", {
      label: "Autumn renewals",
      pinned: true,
      last_status_word: "paused",
      last_seen_at: "2026-11-20T06:00:00Z",
    }),
    savedRecord("calls", "call_9", { opened_by: "Ines Duarte", last_seen_at: "2026-11-20T06:30:00Z" }),
    savedRecord("tools", "tool_1", { name: "Lookup", last_seen_at: "2026-11-20T05:00:00Z" }),
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

const groupsFor = (text: string, role: Role = "admin", here = "/") => {
  const records = paletteRecords(sources);
  const groups = paletteGroups({ text, role, records, here, open: openRecord(here, records) });
  return Object.fromEntries(groups.map(({ title, entries }) => [title, entries.map((entry) => entry.title)]));
};

test("finds the team page by the text of its button", () => {
  expect(groupsFor("add a person").Pages).toEqual(["Team and roles"]);
});

test("offers pages, pinned and recent records and actions when the text is empty", () => {
  const groups = groupsFor("");
  expect(Object.keys(groups)).toEqual(["Pages", "Pinned", "Last opened", "Actions"]);
  expect(groups.Pages?.[0]).toBe("Assistants");
  expect(groups["Last opened"]).toEqual(["call_9", "Lookup"]);
});

test("offers a known ID as its record first, then as other kinds", () => {
  const [first, second, third] = paletteGroups({ text: ` ${uuid} `, role: "admin", records: paletteRecords(sources) });
  expect(first).toMatchObject({
    title: "This ID is known",
    entries: [{ note: "assistant, named by 2 phone numbers", go: { href: `/assistants/${uuid}` } }],
  });
  expect(second?.title).toBe("Or open as");
  expect(second?.entries.map(({ title }) => title)).not.toContain("Open as assistant");
  expect(third?.entries[0]).toMatchObject({ stop: true, go: { href: `/sessions?id=${uuid}` } });
});

test("gives every entry for an ID its own key", () => {
  const groups = paletteGroups({ text: uuid, role: "admin", records: paletteRecords(sources) });
  const keys = groups.flatMap(({ entries }) => entries.map(({ key }) => key));
  expect(keys).toEqual([...new Set(keys)]);
});

test("orders the kinds for an unknown ID by what was opened last", () => {
  const [readAs] = Object.values(groupsFor("cmp_unknown_1"));
  expect(readAs).toEqual(
    ["call", "campaign", "tool", "assistant", "workflow", "server credential"].map((noun) => `Open as ${noun}`),
  );
  expect(Object.values(groupsFor("00000000-93c8-4f17-a2d5-0c7be815f349"))[0]?.[0]).toBe("Open as assistant");
});

test("offers only records, actions and pages that the role may use", () => {
  const manager = groupsFor("cmp_unknown_1", "campaign_manager");
  expect(manager["Open this ID"]).toEqual(["Open as campaign", "Open as assistant", "Open as workflow"]);
  expect(manager.Actions).toEqual(["Cancel a campaign with this ID…"]);
  expect(groupsFor("CRM", "campaign_manager").Credentials).toBeUndefined();
  expect(groupsFor("audit", "support").Pages).toBeUndefined();
  expect(groupsFor("jonas", "support").People).toBeUndefined();
});

test("encodes every character of an ID in its URL", () => {
  const [readAs] = paletteGroups({ text: "a/b#1%", role: "support", records: [] });
  expect(readAs?.entries.map(({ go }) => go)).toContainEqual({ href: "/calls/a%2Fb%231%25" });
});

test("searches numbers when the text is a plus and digits", () => {
  expect(groupsFor("+49 30 9018 21")).toEqual({ "Phone numbers": ["+4930901821"] });
});

test("finds a number by its national form, or by its international form without a plus", () => {
  for (const text of ["030 901820", "030901820", "0049 30 901820"])
    expect(groupsFor(text)["Phone numbers"]).toEqual(["+4930901820"]);
  expect(groupsFor("049309")["Phone numbers"]).toBeUndefined();
});

test("ignores stop words of a question", () => {
  expect(groupsFor("did it arrive").Guide).toEqual(["Did that webhook arrive?"]);
  expect(groupsFor("arrive did").Guide).toEqual(["Did that webhook arrive?"]);
  expect(matchRank("is it", "Webhooks")).toBeUndefined();
});

test("lists the best matching group first", () => {
  expect(Object.keys(groupsFor("set"))[0]).toBe("Pages");
  expect(Object.keys(groupsFor("renewals"))[0]).toBe("Campaigns");
});

test("offers only actions when the text starts with >", () => {
  expect(groupsFor(">theme")).toEqual({ Actions: ["Switch theme"] });
});

test("offers no ID actions when the text is a word", () => {
  expect(groupsFor("london")).toEqual({ "Or an ID": ["Open “london” as an ID…"] });
  const asId = paletteGroups({ text: "london", role: "admin", records: [], isId: true });
  expect(asId.map(({ title }) => title)).toEqual(["Open this ID"]);
  expect(asId[0]?.entries).toContainEqual(expect.objectContaining({ go: { href: "/assistants/london" } }));
});

test("looksLikeId requires a digit, an underscore or length, and no spaces", () => {
  expect(["call_9", "k7", uuid, "QmJzXwVtPkLr"].map(looksLikeId)).toEqual([true, true, true, true]);
  expect(["london", "sign out", "the 2nd line", "+49301", "08:20", "2pm", ""].map(looksLikeId)).toEqual(
    Array(7).fill(false),
  );
});

test("finds entries by synonyms, with gaps and with a typo", () => {
  for (const word of ["dark", "light", "theme", "thme", "tehme"])
    expect(groupsFor(word).Actions?.[0]).toBe("Switch theme");
  const pages = { dids: "Phone numbers", keys: "Credentials", bot: "Assistants", leads: "Campaigns", hangup: "Calls" };
  for (const [word, page] of Object.entries(pages)) expect(groupsFor(word).Pages).toContain(page);
  expect(groupsFor("atrn").Campaigns).toEqual(["Autumn renewals"]);
  expect(groupsFor("jonsa").People).toEqual(["Jonas Weil"]);
});

test("matchRank grades start, word start, anywhere, gaps and typo", () => {
  const fits = ["winter", "tariff", "newals", "wtr", "wint ren", "wimter", "wnter", "winnter", "iwnter"];
  expect(fits.map((text) => matchRank(text, "Winter tariff renewals"))).toEqual([0, 1, 2, 3, 1, 4, 3, 4, 4]);
  for (const text of ["summer", "wtx", "wxmter", "rw"])
    expect(matchRank(text, "Winter tariff renewals")).toBeUndefined();
});

test("offers actions on the open record by role and status", () => {
  const campaign = groupsFor("", "admin", "/campaigns/cmp_5YtR28")["This campaign"];
  expect(campaign?.[0]).toBe("Resume Autumn renewals…");
  expect(campaign?.at(-1)).toBe("Cancel Autumn renewals…");
  expect(groupsFor("stop", "campaign_manager", "/campaigns/cmp_5YtR28")["This campaign"]).toEqual([
    "Pause Autumn renewals",
    "Cancel Autumn renewals…",
  ]);
  expect(groupsFor("hang up", "support", "/calls/call_9")["This call"]).toEqual(["End call…"]);
  expect(groupsFor("", "admin", "/tools/tool_1")["This tool"]).toEqual(["Delete Lookup…"]);
  expect(groupsFor("", "support", "/campaigns/cmp_5YtR28")["This campaign"]).toBeUndefined();
  expect(openRecord("/tools/a%2Fb", [])?.id).toBe("a/b");
});

test("never offers a destructive entry first", () => {
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
        const records = paletteRecords(sources);
        const [first, ...rest] = paletteGroups({
          text,
          role,
          records,
          here,
          open: openRecord(here, records),
        }).flatMap(({ entries }) => entries);
        expect([text, first?.stop === true && rest.some(({ stop }) => !stop)]).toEqual([text, false]);
      }
});

test("knows the IDs of webhooks and log entries", () => {
  const entry = { key: "log 7/a", event: "call.ended", status: "failed", webhook_id: "wh_1" } as Delivery;
  const log = logRecords([entry], paletteRecords(sources));
  const groups = (text: string) => paletteGroups({ text, role: "support", records: paletteRecords(sources), log });
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

test("finds records by a number without plus or the start of an ID", () => {
  expect(Object.entries(groupsFor("4930901820"))[0]).toEqual(["Known here", ["+4930901820"]]);
  expect(Object.entries(groupsFor("cmp_5Yt"))[0]).toEqual(["Known here", ["Autumn renewals"]]);
  expect(Object.keys(groupsFor("cmp_9Zz"))[0]).toBe("Open this ID");
});
