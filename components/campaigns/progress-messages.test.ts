import { expect, test } from "vitest";
import { fieldsCsv } from "@/components/data-table/save-csv";
import { matchingRows } from "@/components/list/list-spec";
import { expectedEnd, percent } from "@/components/registry/expected-end";
import { figureTexts } from "@/components/registry/figure-texts";
import { daysOf } from "@/lib/format/format-time";
import { knownCampaign } from "@/lib/testing/components/known-campaign";
import { leadingVerbs } from "./campaign-controls";
import { campaignList } from "./campaign-list";
import { campaignRecord } from "./campaign-record";
import { answeredMessage, callsMessage, changesText, paceMessage } from "./progress-messages";

test("a share never says all or nothing where it is neither", () => {
  expect([percent(0, 10), percent(999, 1_000), percent(10, 10), percent(0, 0)]).toEqual(["0%", "99%", "100%", "0%"]);
});

test("a small share of a large list keeps a decimal", () => {
  expect([percent(1, 100_000), percent(187, 100_526), percent(1, 100)]).toEqual(["<0.1%", "0.2%", "1%"]);
});

const counts = (given: Record<string, number>) =>
  Object.fromEntries(Object.entries(given).map(([name, count]) => [name, { count, field: `${name}_contacts` }]));

test("counts calls and answers only if the record does", () => {
  const found = counts({ calls: 268, answered: 186, voicemail: 31 });
  expect(callsMessage(found)).toEqual({ amount: "268", sub: "31 reached voicemail" });
  expect(answeredMessage(found, 240)).toMatchObject({ amount: "69%", unit: "186 calls" });
  expect([callsMessage({}), answeredMessage({}, 300)]).toEqual([undefined, undefined]);
});

test("shows no average when fewer than 20 contacts are finished", () => {
  const found = counts({ calls: 23, answered: 0 });
  const pace = { ...noPace, perMinute: 1, overMinutes: 10, perMinuteInAll: 1 };
  const available = "available after 20 contacts";
  expect(callsMessage(found)).toEqual({ amount: "23" });
  expect(answeredMessage(found, 19)).toEqual({ amount: "0", sub: `share ${available}` });
  expect(paceMessage(pace, 19)).toEqual({ amount: "Not known yet", sub: available });
  expect(answeredMessage(found, 20)?.amount).toBe("0%");
  expect(paceMessage(pace, 20).amount).toBe("1.0");
});

const noPace = {
  ...{ perMinute: null, overMinutes: 0, perMinuteInAll: null },
  ...{ endsAt: null, endsBetween: null, stillSince: null, opensAt: null },
};

test("shows the latest pace with its span while a campaign runs, and the whole one when it is over", () => {
  const pace = { ...noPace, perMinute: 1.94, overMinutes: 10, perMinuteInAll: 2.26 };
  expect(paceMessage(pace, 40)).toEqual({
    amount: "1.9",
    unit: "a minute",
    sub: "last 10 minutes; 2.3 since first seen",
  });
  expect(paceMessage(pace, 40, { isOver: true })).toEqual({
    amount: "2.3",
    unit: "a minute",
    sub: "while it was running",
  });
});

test("says why there is no pace when a campaign ended, rests or was read once", () => {
  const words = [{}, { isResting: true }, { isResting: true, isOver: true }].map(
    (is) => paceMessage(noPace, 40, is).sub,
  );
  expect(words).toEqual([
    "available after a minute",
    "no calls are being made",
    "too few updates while it was running",
  ]);
});

test("lists changes but the status, counters and plain times, the number of contacts first", () => {
  const change = (path: string, before: unknown, after: unknown) => ({ path, before, after });
  const found = counts({ total: 1, waiting: 1 });
  const text = (...fields: ReturnType<typeof change>[]) => changesText(fields, found, "utc");
  const noise = [
    change("status", "running", "paused"),
    change("updated_at", "2026-11-22T18:40:08Z", "2026-11-22T18:40:09Z"),
    change("paused_at", null, "2026-11-22T18:40:09.125Z"),
    change("waiting_contacts", 669, 670),
  ];
  expect(text(change("note", null, "x"), ...noise, change("total_contacts", 720, 1_123))).toBe(
    "contacts from 720 to 1,123, note from null to x",
  );
  expect(text(...noise)).toBe("");
  expect(text(change("total_contacts", 720, undefined))).toBe("contacts from 720 to not sent");
});

test("an expected end is a moment, or says why there is none", () => {
  const still = {
    perMinute: 0,
    endsAt: null,
    endsBetween: null,
    stillSince: "2026-11-20T14:00:00.000Z",
    opensAt: null,
  };
  const ends = [
    knownCampaign({}),
    knownCampaign({
      pace: { ...still, stillSince: null, endsBetween: ["2026-11-20T14:09:00.000Z", "2026-11-20T14:11:00.000Z"] },
    }),
    knownCampaign({ pace: still }),
    knownCampaign({ status: "paused", paused_by: "Ines Duarte" }),
    knownCampaign({ status: "draft" }),
    knownCampaign({ status: "failed", reason: "Phone number suspended", ended_at: "2026-11-19T11:20:00.000Z" }),
    knownCampaign({ status: "completed", ended_at: "2026-11-19T11:20:00.000Z" }),
    knownCampaign({ status: "syncing", handled: null, pace: null }),
    knownCampaign({ pace: { ...still, perMinute: null, stillSince: null } }),
    knownCampaign({ pace: { ...still, perMinute: 0.2, stillSince: null } }),
    knownCampaign({ pace: { ...still, stillSince: null } }),
    knownCampaign({ pace: { ...still, stillSince: null, opensAt: "2026-11-23T08:00:00.000Z" } }),
    knownCampaign({ not_found_since: "2026-11-20T14:00:00.000Z" }),
    knownCampaign({ not_found_since: "2026-11-20T14:00:00.000Z", read_at: null }),
  ].map(expectedEnd);
  expect(ends).toEqual([
    { at: "2026-11-20T14:10:00.000Z", sub: "at this pace" },
    { at: "2026-11-20T14:09:00.000Z", until: "2026-11-20T14:11:00.000Z", sub: "at this pace" },
    { word: "Not known", sub: "no movement, 12 min" },
    { sub: "paused by Ines Duarte" },
    { sub: "not started" },
    { word: "Ended", sub: "“Phone number suspended”" },
    { word: "Ended", subAt: "2026-11-19T11:20:00.000Z" },
    { sub: "no counts yet" },
    { word: "Not known", sub: "available in a minute" },
    { word: "Not known", sub: "more than a year away at this pace" },
    { word: "Not known", sub: "no recent movement" },
    { word: "Waiting for calling hours", sub: "they open", subAt: "2026-11-23T08:00:00.000Z" },
    { sub: "no longer on the platform" },
    { sub: "not found on the platform" },
  ]);
});

test("what fits the status leads, and everything where no word is known", () => {
  expect(leadingVerbs("draft")).toEqual(["start", "cancel"]);
  expect(leadingVerbs("Paused")).toEqual(["resume", "cancel"]);
  expect(leadingVerbs("completed")).toEqual([]);
  expect(leadingVerbs("simmering")).toEqual(["start", "pause", "resume", "cancel"]);
});

test("campaigns are found by name, status and assistant, and leave as a sheet", () => {
  const all = [
    knownCampaign({
      ...{ changed_at: new Date().toISOString(), assistant: { id: "a1", name: "Maya" } },
      ...{ handled: { count: 1_197, total: 1_197 }, counts: { done: 16, failed: 0, cancelled: 1_181, waiting: 0 } },
    }),
    knownCampaign({ id: "c2", name: "=Autumn", status: "paused", handled: null, pace: null }),
  ];
  const found = (values: Record<string, string>) =>
    matchingRows(campaignList, all, (name) => values[name]).map(({ id }) => id);
  expect([found({}), found({ text: "AUT" }), found({ status: "running" }), found({ assistant: "(none)" })]).toEqual([
    ["c1", "c2"],
    ["c2"],
    ["c1"],
    ["c2"],
  ]);
  // A saved view may still name the filter of the last change.
  expect(found({ changed: "day" })).toEqual(["c1", "c2"]);
  const [head, first, second] = fieldsCsv([], all.map(campaignRecord)).split("\r\n");
  expect(head).toContain(
    "waiting,answered_percent,calls_per_person,talk_seconds,talk_or_more,cost,cost_or_more,per_minute",
  );
  expect(first).toContain("c1,Winter,,running,a1,Maya,1197,16,0,1181,,0,,,,,,,");
  expect(second).toContain("c2,'=Autumn,,paused");
});

test("exports the figures of a campaign as plain numbers, and leaves out what is not known", () => {
  const figures = {
    ...{ people: 3, talked: 2, calls: 4, talkedCalls: 2, talkSeconds: 75_840, untimedCalls: 0, uncostedCalls: 1 },
    costs: [
      { currency: "GBP", amount: "12.4", rounded: "12.40" },
      { currency: null, amount: "3", rounded: "3.00" },
    ],
  };
  const fields = campaignRecord(knownCampaign({ figures, counts: { calls: 4 } }));
  expect(fields).toMatchObject({ answered_percent: "66.7", calls_per_person: "1.33", talk_seconds: 75_840 });
  expect(fields).toMatchObject({ talk_or_more: undefined, cost: "12.4 GBP; 3", cost_or_more: "yes" });
  expect(figureTexts(figures, { made: 4, called: 3 })).toEqual({
    ...{ answered: { text: "67%" }, callsPerPerson: { text: "1.3" } },
    ...{ talkTime: { text: "21 h 04 min", note: undefined }, cost: { text: "12.40 GBP, 3.00", note: "or more" } },
  });
  expect(figureTexts(null, { made: 4, called: 3 })).toEqual({});
});

test("days in a row are shown as from and to", () => {
  expect([daysOf([1, 2, 3, 4, 5]), daysOf([0, 6]), daysOf([1, 3, 5])]).toEqual([
    "Mon–Fri",
    "Sat, Sun",
    "Mon, Wed, Fri",
  ]);
});

test("leaves out changes that look the same before and after", () => {
  const fields = [
    { path: "created_at", before: "2026-09-21T16:13:20.100Z", after: "2026-09-21T16:13:20.900Z" },
    { path: "synced", before: "2026-09-21T16:13:20.100Z", after: "2026-09-21T16:13:20.900Z" },
    { path: "note", before: "a", after: "b" },
  ];
  expect(changesText(fields, {}, "utc")).toBe("note from a to b");
});
