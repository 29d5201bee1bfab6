import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { noCampaign } from "@/lib/client/lists/offered-file";
import { createContactEngine } from "@/lib/contacts/create-engine";
import { number } from "@/lib/testing/contacts/checked-file";
import { type ImportSession, sessionOf } from "./import-session";
import type { OpenList } from "./open-list";

beforeAll(() => void vi.stubGlobal("window", new EventTarget()));
afterAll(() => void vi.unstubAllGlobals());

function enter(session: ImportSession, engine = createContactEngine()) {
  return session.enter({
    personId: "p",
    isAtUpload: false,
    client: new QueryClient(),
    tell: () => undefined,
    startEngine: () => Object.assign(engine, { end: () => undefined }),
  });
}

const fileOf = (name: string, ...rows: string[]) => new File([["phone_number,name", ...rows].join("\n")], name);

function openList({ state: { list } }: ImportSession): OpenList {
  if (list.step !== "open") throw new Error("There is an open list.");
  return list;
}

const checked = (session: ImportSession) =>
  vi.waitFor(() => {
    const { checked: result, plan } = openList(session);
    expect(result?.plan).toBe(plan);
    return result?.report;
  });

test("opens a file that was chosen before the engine started", async () => {
  const session = sessionOf("c-early");
  const file = fileOf("early.csv", `${number(1)},Ann`);
  const opening = session.open(file);
  expect(session.state.list).toMatchObject({ step: "opening", file });
  const leave = enter(session);
  expect(await opening).toBe(true);
  expect(session.state.list).toMatchObject({ step: "open", file });
  leave();
  expect(session.state).toMatchObject({ list: { step: "none" }, engine: undefined });
});

test("checks the list after each decision, and reports only the last plan", async () => {
  const session = sessionOf("c-check");
  const leave = enter(session);
  await session.open(fileOf("check.csv", `${number(1)},Ann`, "447911010002,Bo", "020 7946 0018,Cy"));
  expect((await checked(session))?.counts).toMatchObject({ sent: 1, toFix: 2 });
  session.decide({ kind: "ruled", rules: { usesSuggestions: ["plus_missing"] } });
  session.decide({ kind: "ruled", rules: { country: "GB" } });
  const seen: (number | undefined)[] = [];
  const stop = session.subscribe(() => seen.push(openList(session).checked?.report.counts.sent));
  expect((await checked(session))?.counts).toMatchObject({ sent: 3, toFix: 0 });
  stop();
  expect([...new Set(seen)]).toEqual([3]);
  leave();
});

test("leaves no effect of a decision that is undone while it is checked", async () => {
  const session = sessionOf("c-back");
  const engine = createContactEngine();
  const leave = enter(session, engine);
  await session.open(fileOf("back.csv", `${number(1)},Ann`, "447911010002,Bo"));
  const report = await checked(session);
  const { plan } = openList(session);
  session.decide({ kind: "ruled", rules: { usesSuggestions: ["plus_missing"] } });
  session.decide({ kind: "undone" });
  const written = await engine.write({ kind: "sent", checkId: report?.checkId ?? 0 }, () => undefined);
  expect(written.rows).toBe(report?.counts.sent);
  expect(openList(session).plan).toEqual(plan);
  // A new object triggers a recheck.
  expect(openList(session).plan).not.toBe(plan);
  expect((await checked(session))?.counts).toEqual(report?.counts);
  leave();
});

test("ignores a file that is opened when another one was chosen meanwhile", async () => {
  const session = sessionOf("c-other");
  const leave = enter(session);
  const first = session.open(fileOf("first.csv", `${number(1)},Ann`));
  const second = session.open(fileOf("second.csv", `${number(2)},Bo`));
  expect(await Promise.all([first, second])).toEqual([false, true]);
  expect(openList(session).file.name).toBe("second.csv");
  leave();
});

test("opens a list without a campaign again in the campaign, with the same decisions", async () => {
  const unassigned = sessionOf(noCampaign);
  const leave = enter(unassigned);
  const file = fileOf("later.csv", `${number(1)},Ann`);
  await unassigned.open(file);
  unassigned.decide({ kind: "ruled", rules: { country: "GB" } });
  unassigned.moveTo("c-chosen");
  leave();
  expect(unassigned.state.list.step).toBe("none");
  const session = sessionOf("c-chosen");
  const leaveChosen = enter(session);
  await checked(session).catch(() => undefined);
  await vi.waitFor(() =>
    expect(session.state.list).toMatchObject({ step: "open", file, plan: { rules: { country: "GB" } } }),
  );
  leaveChosen();
});
