import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { problemMessage } from "./problem-messages";
import { FaultStrip, ProblemState, type ProblemStateProps } from "./problem-state";

const context = { label: "assistant", isOnline: true };

const drawn = (props: ProblemStateProps) =>
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(ProblemState, props)),
  );

test("offers to reload the page when a proxy's own sign-in has ended", () => {
  const page = drawn({ error: new Problem("proxy-sign-in"), label: "x" });
  expect(page).toContain("A sign-in before Switchboard may have ended");
  expect(page).toContain("Reload the page");
  expect(page).not.toContain("Try again");
});

test("problemMessage has different headings for browser, Switchboard and platform", () => {
  const headings = [
    problemMessage(new Problem("switchboard-unreachable", "x"), context).heading,
    problemMessage(new Problem("upstream-unreachable", "x"), context).heading,
    problemMessage(new Problem("upstream-unreachable", "x"), { ...context, isOnline: false }).heading,
  ];
  expect(headings).toEqual([
    "Switchboard's own server is not answering",
    "The platform could not be reached",
    "This browser is offline",
  ]);
});

test("problemMessage gives the platform's status, and its message when readable", () => {
  const spoken = new Problem("rejected", "x", { upstream: { status: 400, message: "Campaign must be paused" } });
  expect(problemMessage(spoken, context).heading).toBe("The platform answered 400");
  expect(problemMessage(spoken, context).sentences[0]).toBe("Campaign must be paused");
  const silent = new Problem("upstream-fault", "x", { upstream: { status: 500 } });
  expect(problemMessage(silent, context).sentences[0]).toBe("It gave no readable message.");
});

test("problemMessage does not repeat its heading in the sentences", () => {
  const { heading, sentences } = problemMessage(new Problem("upstream-timeout"), context);
  expect(heading).toBe("The platform did not answer in time");
  expect(sentences).toEqual(["Nothing was changed. Retrying is safe."]);
});

test("problemMessage has own messages for not found, forbidden and a refused key", () => {
  expect(problemMessage(new Problem("not_found", "x"), { ...context, id: "a" })).toMatchObject({
    kind: "not-found",
    heading: "No assistant with this ID",
  });
  expect(problemMessage(new Problem("forbidden", "Admins can."), context).kind).toBe("forbidden");
  expect(problemMessage(new Problem("upstream-auth", "x"), context).heading).toBe(
    "The platform refused Switchboard's key",
  );
});

test("problemMessage includes the platform's message when key or action was refused", () => {
  const upstream = { status: 403, message: "Missing scope webhooks:read" };
  expect(problemMessage(new Problem("upstream-forbidden", "x", { upstream }), context)).toMatchObject({
    heading: "The platform does not allow this",
    sentences: ["Missing scope webhooks:read", expect.stringContaining("lack permission"), expect.anything()],
  });
  const refused = new Problem("upstream-auth", "x", { upstream: { status: 401, message: "Key expired" } });
  expect(problemMessage(refused, context).sentences[0]).toBe("Key expired");
  const spoken = new Problem("rejected", "x", { upstream: { status: 400, message: "Campaign must be paused" } });
  const face = drawn({ error: spoken, label: "x" });
  expect(face).toContain("Campaign must be paused. Nothing was changed.");
});

test("problemMessage says what was wrong with an unreadable answer", () => {
  const unreadable = new Problem("upstream-unreadable", "The platform's answer is not JSON.", {
    upstream: { status: 200 },
  });
  expect(problemMessage(unreadable, context)).toMatchObject({ heading: "The platform answered 200" });
  expect(problemMessage(unreadable, context).sentences[0]).toBe("The platform's answer is not JSON.");
});

test("offline sections show only their read time", () => {
  const section = { error: new Problem("offline"), label: "x", onReadAgain: () => undefined };
  const stale = renderToStaticMarkup(
    createElement(FaultStrip, { ...section, isLoading: false, readAt: "2026-11-20T06:00:00Z" }),
  );
  expect(stale).toMatch(/^<p[^>]*>Read <button.*06:00/);
  expect(drawn(section)).toMatch(/^<p[^>]*>No data yet\.<\/p>$/);
});
