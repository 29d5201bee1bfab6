import { expect, test } from "vitest";
import type { Report } from "@/lib/contacts/engine";
import { type Plan, plainRules, type Rules } from "@/lib/contacts/plan";
import { Problem } from "@/lib/contract/problem";
import { openFile } from "@/lib/testing/components/open-file";
import { checkedText, number } from "@/lib/testing/contacts/checked-file";
import {
  endOfUpload,
  hasEnded,
  hasUnsavedRows,
  type ImportAction,
  type ImportState,
  importReducer,
  isAnswered,
  isDraftStored,
  isPlain,
  isReadCertain,
  isWorkedOn,
  noImport,
  reportOfSent,
  stepOf,
} from "./import-state";
import type { OpenList } from "./open-list";
import type { ListToSend } from "./sending-state";

const { file: chosen, format, preview } = openFile;
const report = { rows: 3 } as Report;

const after = (state: ImportState, ...actions: ImportAction[]) => actions.reduce(importReducer, state);
const open = after(
  noImport,
  { kind: "file-chosen", turn: 1, file: chosen },
  { kind: "opened", turn: 1, result: openFile },
);

function listOf({ list }: ImportState): OpenList {
  if (list.step !== "open") throw new Error("There is an open list.");
  return list;
}

const ruled = (state: ImportState, rules: Partial<Rules>) => after(state, { kind: "ruled", rules });
const edited = (state: ImportState, row: number) => after(state, { kind: "edited", row, change: { name: "A" } });

test("returns the same state when a decision changes nothing", () => {
  expect(after(open, { kind: "undone" })).toBe(open);
  expect(ruled(noImport, { country: "GB" })).toBe(noImport);
});

test("isPlain is true only when every row is uploaded without a doubt", async () => {
  const isPlainAfter = async (row: string) =>
    isPlain((await checkedText(`phone_number,name\n${number(1)},Ann\n${row}\n`)).report);
  expect(await isPlainAfter(`${number(2)},Bo`)).toBe(true);
  expect(await isPlainAfter("+44 7911 000003,Cy")).toBe(true);
  expect(await isPlainAfter("+12125550142,Cy")).toBe(true);
  for (const row of ["n/a,Bo", `${number(1)},Ann`, ",", `${number(2)},=A1`])
    expect([row, await isPlainAfter(row)]).toEqual([row, false]);
});

test("isWorkedOn is true while a stored draft is being reopened, so that no other file takes its place unasked", () => {
  const opening = after(noImport, { kind: "file-chosen", turn: 1, file: chosen });
  const draft = { id: "d", file: chosen, isStored: true };
  expect([opening, after(opening, { kind: "draft-kept", draft })].map(isWorkedOn)).toEqual([false, true]);
});

test("isWorkedOn is true after a decision or an edit, including a restored draft", () => {
  expect([noImport, open, ruled(open, { country: "GB" }), edited(open, 2)].map(isWorkedOn)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const restored = listOf(edited(open, 2)).plan;
  const back = after(
    noImport,
    { kind: "file-chosen", turn: 1, file: chosen },
    { kind: "opened", turn: 1, result: openFile, restored },
  );
  expect([listOf(back).undoStack.length, isWorkedOn(back)]).toEqual([0, true]);
  const worked = edited(open, 2);
  const sendingWorked = { ...sendingOpen, list: { ...list, plan: listOf(worked).plan } };
  expect(isWorkedOn(after(worked, sendingWorked, { kind: "answered", answer }))).toBe(false);
  expect(isWorkedOn(after(worked, sendingWorked, { kind: "unanswered", end }))).toBe(true);
});

test("check-again adds no undo step", () => {
  const decided = edited(ruled(open, { country: "GB" }), 2);
  const again = listOf(after(decided, { kind: "check-again" }));
  expect(again.undoStack).toBe(listOf(decided).undoStack);
  expect(again.plan).toEqual(listOf(decided).plan);
  expect(again.plan).not.toBe(listOf(decided).plan);
});

test("a new format keeps the rules but those on columns, and discards the edits", () => {
  const limited = after(ruled(open, { country: "GB" }), { kind: "limited", only: [{ column: 2, values: ["no"] }] });
  const typed = edited(limited, 2);
  const other = { ...format, delimiter: ";" } as const;
  const looking = after(typed, { kind: "format-chosen", turn: 2, format: other });
  const rules = { country: "GB", only: [] };
  expect(listOf(looking)).toMatchObject({ isPreviewLoading: true, format: other, plan: { rules } });
  const again = after(looking, { kind: "opened", turn: 2, result: { ...openFile, format: other } });
  expect(listOf(again)).toMatchObject({ isPreviewLoading: false, plan: { rules, format: other } });
  expect(listOf(again).plan.edits.size).toBe(0);
  expect(listOf(again).undoStack).toEqual([]);
});

test("a new file starts without decisions and ignores results of the previous one", () => {
  const other = new File(["y"], "b.csv");
  const next = after(ruled(open, { country: "GB" }), { kind: "file-chosen", turn: 2, file: other });
  expect(next.list).toEqual({ step: "opening", file: other, progress: undefined });
  expect(after(next, { kind: "opened", turn: 1, result: openFile })).toBe(next);
  const opened = after(next, { kind: "opened", turn: 2, result: { ...openFile, file: other } });
  expect(listOf(opened).plan.rules).toEqual({ ...plainRules, country: null });
  const forgotten = after(next, { kind: "file-forgotten" });
  expect(after(forgotten, { kind: "opened", turn: 2, result: openFile })).toBe(forgotten);
});

test("a restored draft gets its decisions back, with defaults for newer rules", () => {
  const { keeps: _, ...older } = { ...plainRules, country: "GB" };
  const restored = { ...listOf(open).plan, rules: older as Plan["rules"], edits: new Map([[2, { name: "A" }]]) };
  const state = after(
    noImport,
    { kind: "file-chosen", turn: 1, file: chosen },
    { kind: "draft-kept", draft: { id: "d", file: chosen, isStored: true } },
    { kind: "opened", turn: 1, result: openFile, restored },
  );
  expect(listOf(state).plan).toEqual({ ...restored, rules: { ...plainRules, country: "GB" } });
  expect(isDraftStored(state)).toBe(true);
});

test("the last report stays until another check ends, and a failed check adds its reason", () => {
  const { plan } = listOf(open);
  const checked = ruled(after(open, { kind: "checked", plan, report }), { country: "GB" });
  const failed = after(checked, { kind: "check-failed", plan: listOf(checked).plan, sentence: "Stopped." });
  expect(listOf(failed)).toMatchObject({ checked: { plan, report }, failure: "Stopped." });
  expect(listOf(after(failed, { kind: "check-again" })).failure).toBeUndefined();
});

test("progress and results of an outdated check are ignored", () => {
  const { plan } = listOf(open);
  const next = ruled(open, { country: "GB" });
  const progress = { readBytes: 1, totalBytes: 2, rows: 1, sent: 1, toFix: 0 };
  expect(after(next, { kind: "checked", plan, report })).toBe(next);
  expect(after(next, { kind: "checking", plan, progress })).toBe(next);
  expect(after(next, { kind: "check-failed", plan, sentence: "Stopped." })).toBe(next);
  const refused = { step: "refused", file: chosen, refusal: { sentence: "No." }, format } as const;
  expect(after(next, { kind: "check-refused", plan, result: refused })).toBe(next);
  expect(after(open, { kind: "check-refused", plan, result: refused }).list).toBe(refused);
});

test("isDraftStored applies only to the file that was stored", () => {
  const unstored = after(open, { kind: "draft-kept", draft: { id: "d", file: chosen, isStored: false } });
  expect([isDraftStored(open), isDraftStored(unstored)]).toEqual([undefined, false]);
  const other = new File(["x"], "a.csv");
  expect(isDraftStored(after(unstored, { kind: "file-chosen", turn: 2, file: other }))).toBeUndefined();
  expect(after(open, { kind: "draft-kept", draft: { id: "d", file: other, isStored: true } })).toBe(open);
});

const counts = { sent: 3, toFix: 0, duplicate: 0, blank: 0, leftOut: 0, tidied: 0 };
const entry = { rows: 3, counts } as unknown as ListToSend["entry"];
const list = { file: chosen, entry, leftOut: 0 } as ListToSend;
const sending = after(open, { kind: "sending", list, abortController: new AbortController() });
const answer = { value: {}, raw: {}, drift: [], status: 200, requestId: "r1", readAt: "" };
const end = { problem: new Problem("offline", "Offline."), percent: 40, wasStopped: false };

test("a list that is being sent can be neither sent again nor forgotten", () => {
  const other = { kind: "sending", list: { ...list, leftOut: 9 }, abortController: new AbortController() } as const;
  expect(after(sending, other)).toBe(sending);
  expect(after(sending, { kind: "end-forgotten" })).toBe(sending);
  const answered = after(sending, { kind: "answered", answer });
  expect(after(answered, other).sending).toMatchObject({ step: "sending", list: { leftOut: 9 } });
  expect(after(answered, { kind: "end-forgotten" })).toBe(answered);
  const broken = after(sending, { kind: "unanswered", end });
  expect(after(broken, { kind: "end-forgotten" }).sending).toBeUndefined();
});

test("a send ends only once, with an answer or without", () => {
  const answered = after(sending, { kind: "journal-failed" }, { kind: "answered", answer });
  expect(answered.sending).toMatchObject({ step: "answered", answer, isUnfinished: true });
  expect(after(answered, { kind: "unanswered", end })).toBe(answered);
  expect(after(sending, { kind: "unanswered", end }).sending).toMatchObject({ step: "unanswered", end });
});

test("leaving the page clears the list and ended sends, but not a running send", () => {
  expect(after(sending, { kind: "page-left" })).toEqual({ ...noImport, sending: sending.sending });
  expect(after(sending, { kind: "answered", answer }, { kind: "page-left" })).toBe(noImport);
});

test("an answered list with rejected rows survives leaving the page until they are saved", () => {
  const { plan } = listOf(open);
  const answeredWith = (toFix: number) => {
    const sentList = { ...list, plan, entry: { ...entry, counts: { ...counts, toFix } } };
    const sendingAction = { kind: "sending", list: sentList, abortController: new AbortController() } as const;
    return after(open, { kind: "checked", plan, report }, sendingAction, { kind: "answered", answer });
  };
  expect(after(answeredWith(0), { kind: "page-left" })).toBe(noImport);
  const unsaved = answeredWith(2);
  expect([isAnswered(unsaved), hasUnsavedRows(unsaved)]).toEqual([true, true]);
  const back = after(
    unsaved,
    { kind: "page-left" },
    { kind: "file-chosen", turn: 2, file: chosen },
    { kind: "opened", turn: 2, result: openFile, restored: plan },
  );
  expect([stepOf(back, "result"), reportOfSent(back)]).toEqual(["upload", undefined]);
  expect(reportOfSent(after(back, { kind: "checked", plan, report }))).toBe(report);
  const saved = after(unsaved, { kind: "rows-saved" });
  expect(hasUnsavedRows(saved)).toBe(false);
  expect(after(saved, { kind: "page-left" })).toBe(noImport);
});

const { plan: sentPlan } = listOf(open);
const checked = (state: ImportState) => after(state, { kind: "checked", plan: listOf(state).plan, report });
const sendingOpen = {
  kind: "sending",
  list: { ...list, plan: sentPlan },
  abortController: new AbortController(),
} as const;

test("the steps are locked once the list was answered", () => {
  const answered = after(checked(open), sendingOpen, { kind: "answered", answer });
  const decisions: ImportAction[] = [
    { kind: "ruled", rules: { country: "GB" } },
    { kind: "edited", row: 2, change: { name: "A" } },
    { kind: "mapped", mapping: { phone: 1, name: [0] } },
    { kind: "undone" },
  ];
  for (const decision of decisions) expect(after(answered, decision)).toBe(answered);
  for (const step of [undefined, "columns", "review", "upload"]) expect(stepOf(answered, step)).toBe("upload");
  expect(stepOf(after(checked(open), sendingOpen, { kind: "unanswered", end }), "review")).toBe("review");
});

test("another list starts at the first step and leaves the result of the last one in reach", () => {
  const answered = after(checked(open), sendingOpen, { kind: "answered", answer });
  const next = after(answered, { kind: "file-forgotten" });
  expect([stepOf(next, undefined), stepOf(next, "result"), hasEnded(next)]).toEqual(["columns", "upload", false]);
  expect(endOfUpload(next)).toBe(answered.sending);
  const opened = after(
    next,
    { kind: "file-chosen", turn: 3, file: chosen },
    { kind: "opened", turn: 3, result: openFile },
  );
  expect([stepOf(opened, "review"), isAnswered(opened)]).toEqual(["review", false]);
  expect(endOfUpload(opened)).toBeUndefined();
  expect(isWorkedOn(ruled(opened, { country: "GB" }))).toBe(true);
});

test("rows that the server stores need no saving, and only mark the list they belong to", () => {
  const { plan } = listOf(open);
  const sentList = { ...list, plan, entry: { ...entry, counts: { ...counts, toFix: 2 } } };
  const sent = after(open, { kind: "sending", list: sentList, abortController: new AbortController() });
  const keptRows = { step: "kept", import_id: "i1", rows: 2, until: "2026-12-27T00:00:00Z" } as const;
  const early = after(sent, { kind: "rows-kept", list: sentList, keptRows }, { kind: "answered", answer });
  const late = after(sent, { kind: "answered", answer }, { kind: "rows-kept", list: sentList, keptRows });
  expect([early, late].map(hasUnsavedRows)).toEqual([false, false]);
  const other = after(sent, { kind: "answered", answer }, { kind: "rows-kept", list, keptRows });
  expect(hasUnsavedRows(other)).toBe(true);
});

test("reportOfSent returns the report only while the plan equals the sent one", () => {
  const answered = after(checked(open), sendingOpen, { kind: "answered", answer });
  expect(reportOfSent(answered)).toBe(report);
  expect(reportOfSent(checked(open))).toBeUndefined();
  const format = { ...openFile.format, delimiter: ";" } as const;
  const read = after(
    answered,
    { kind: "format-chosen", turn: 2, format },
    { kind: "opened", turn: 2, result: openFile },
  );
  expect(reportOfSent(checked(read))).toBeUndefined();
});

test("stepOf limits the step of the URL to the progress of the list, and knows earlier addresses", () => {
  const steps = (state: ImportState) =>
    [undefined, "file", "columns", "review", "upload", "result", "other"].map((address) => stepOf(state, address));
  expect(new Set(steps(noImport))).toEqual(new Set(["columns"]));
  expect(steps(open)).toEqual(["columns", "columns", "columns", "review", "upload", "upload", "columns"]);
  const unmatched = after(open, { kind: "mapped", mapping: { phone: 0, name: [] } });
  expect(new Set(steps(unmatched))).toEqual(new Set(["columns"]));
  expect(stepOf(after(unmatched, { kind: "nameless" }), "review")).toBe("review");
  expect(new Set(steps(sending))).toEqual(new Set(["upload"]));
  const unanswered = after(sending, { kind: "unanswered", end });
  expect([stepOf(unanswered, "result"), endOfUpload(unanswered)]).toEqual(["upload", unanswered.sending]);
});

test("isReadCertain is true only when nothing about the file has to be confirmed", () => {
  const rows = [{ row: 2, cells: ["+447911123456", "Ann"] }];
  const certain = { ...openFile, preview: { ...preview, rows } };
  expect(isReadCertain(certain)).toBe(true);
  expect(isReadCertain({ ...certain, encodings: [], isEncodingSure: true })).toBe(true);
  for (const doubt of [{ rows: [] }, { isCertain: false }, { hiddenRows: 1 }, { doubts: ["Look."] }])
    expect(isReadCertain({ ...certain, preview: { ...certain.preview, ...doubt } })).toBe(false);
  expect(isReadCertain({ ...certain, encodings: [] })).toBe(false);
});

test("stepOf stays at the columns until somebody says who may be called", () => {
  const asking = { ...openFile, preview: { ...preview, consent: [{ column: 2, meaning: "block" }] } } as const;
  const asked = after(open, { kind: "opened", turn: 1, result: asking });
  const answered = (values: readonly string[] | null, column = 2) =>
    stepOf(after(asked, { kind: "limited", only: [{ column, values }] }), "review");
  expect(stepOf(asked, "review")).toBe("columns");
  expect(answered([])).toBe("columns");
  expect(answered(["no"], 3)).toBe("columns");
  expect(answered(["no"])).toBe("review");
  expect(answered(null)).toBe("review");
});
