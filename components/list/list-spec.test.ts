import { expect, test } from "vitest";
import { auditList } from "@/components/audit/audit-list";
import { campaignList } from "@/components/campaigns/campaign-list";
import { viewSearch } from "@/components/query/saved-views";
import { knownCampaign } from "@/lib/testing/components/known-campaign";
import { filterSentence } from "./filter-sentence";
import {
  changed,
  cleared,
  isFiltered,
  isShowing,
  type LocalListSpec,
  localOptions,
  matchingRows,
  optionsFor,
} from "./list-spec";
import { parseTokens } from "./parse-tokens";

const getFrom = (search: string) => (name: string) => new URLSearchParams(search).get(name) ?? undefined;

type Row = { name: string; status: string };

const localList: LocalListSpec<Row> = {
  ...{ page: "rows", nouns: ["row", "rows"], transient: ["page"] },
  filters: [
    {
      ...{ kind: "search", param: "text", label: "Name", longest: 50 },
      matches: ({ name }, text) => name.includes(text),
    },
    {
      ...{ kind: "choice", param: "status", oldParams: ["state"], label: "Status", token: "status" },
      matches: ({ status }, value) => status === value,
    },
    { ...{ kind: "words", param: "event", label: "Event", token: "event" }, matches: () => true },
    {
      ...{ kind: "range", param: "attempts", label: "Attempts", token: "attempts", matches: () => true },
      ...{ accepts: (value) => value !== "4..2", labelOf: (value) => value.replace("..", " or more") },
    },
  ],
};

const rows = [
  { name: "Ana", status: "active" },
  { name: "Anton", status: "over" },
];

test("matchingRows combines filters with AND and returns all rows without one", () => {
  const found = (search: string) => matchingRows(localList, rows, getFrom(search)).map(({ name }) => name);
  expect(matchingRows(localList, rows, getFrom("page=2"))).toBe(rows);
  expect([found("text=An"), found("text= An &status=over"), found("status=none")]).toEqual([
    ["Ana", "Anton"],
    ["Anton"],
    [],
  ]);
});

test("an old link and a new one mean the same, and a change removes the old parameter", () => {
  expect(matchingRows(localList, rows, getFrom("state=over"))).toEqual([rows[1]]);
  const [, status] = localList.filters;
  expect(status && changed(localList, status, "active")).toEqual({
    ...{ status: "active", state: undefined, page: undefined, after: undefined },
  });
});

test("a filter offers its fixed options, or those that the rows offer", () => {
  const options = localOptions(campaignList, [knownCampaign({ status: "running" })]);
  const offered = campaignList.filters.map((filter) =>
    optionsFor(filter, options, undefined).map(({ value }) => value),
  );
  expect(offered).toEqual([[], ["running"], [expect.any(String)]]);
  const [, status] = localList.filters;
  expect(status && optionsFor(status, {}, "gone")).toEqual([{ value: "gone", label: "gone" }]);
});

test("filterSentence names each filter with the label of its value, and no switch", () => {
  const options = { person: [{ value: "u1", label: "Ines Duarte" }] };
  const sentence = (search: string) => filterSentence(auditList, getFrom(search), options);
  expect(sentence("person=u1&outcome=unknown&text=winter&minor=show&from=2026-11-19&to=2026-11-19")).toMatch(
    /^“winter”, \S* ?19 Nov\S*, person Ines Duarte and result not known$/,
  );
  expect([sentence("person=u2"), sentence("minor=show&entry=1"), sentence("outcome=other")]).toEqual([
    "person u2",
    undefined,
    undefined,
  ]);
  expect([isFiltered(auditList, getFrom("minor=show")), isFiltered(auditList, getFrom("person=u2"))]).toEqual([
    false,
    true,
  ]);
  expect(filterSentence(localList, getFrom("attempts=3.."))).toBe("attempts 3 or more");
});

test("cleared removes every filter, earlier names, the cursor and the open row", () => {
  expect(Object.keys(cleared(localList)).toSorted()).toEqual([
    "after",
    "attempts",
    "event",
    "page",
    "state",
    "status",
    "text",
  ]);
  expect(Object.keys(cleared(auditList))).toEqual(
    expect.arrayContaining(["text", "from", "to", "after", "before", "entry"]),
  );
  expect(isShowing(localList, getFrom("page=3"), {})).toBe(true);
  expect(isShowing(localList, getFrom("status=over"), {})).toBe(false);
  expect(isShowing(localList, getFrom("status=over"), { status: "over" })).toBe(true);
});

test("parseTokens turns tokens into filters and keeps the rest as text", () => {
  expect(parseTokens(localList, "status:over event:call.ended attempts:>2 log_9")).toEqual({
    values: { status: "over", event: "call.ended", attempts: "3.." },
    rest: "log_9",
  });
  expect(parseTokens(localList, 'event:a,b event:"c,d" attempts:2-4').values).toEqual({
    ...{ event: "a,b,c\\,d", attempts: "2..4" },
  });
  expect(parseTokens(localList, "-event:a -event:b").values).toEqual({ event: "!a,b" });
  for (const text of ["attempts:lots", "attempts:4-2", "-status:over", "https://crm.example:8080/x", "name:Ana"])
    expect(parseTokens(localList, text)).toEqual({ values: {}, rest: text });
});

test("parseTokens finds an option by its value or its label", () => {
  const outcome = (text: string) => parseTokens(auditList, text).values.outcome;
  expect([outcome("result:Refused"), outcome("result:not-known"), outcome('result:"not known"')]).toEqual([
    ...["refused", "unknown", "unknown"],
  ]);
  expect(parseTokens(auditList, "result:perhaps")).toEqual({ values: {}, rest: "result:perhaps" });
});

test("a saved view holds neither the page of the list nor the open row", () => {
  expect(viewSearch("/audit?person=u1&after=12&before=12&page=2&entry=x&zone=utc&live=off")).toBe("person=u1");
});
