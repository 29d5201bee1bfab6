import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { ProblemState } from "./problem-state";

test("ProblemState shows the retry delay and promises no automatic retry", () => {
  const error = new Problem("upstream-fault", "It failed.", { retryAfterSeconds: 12 });
  const text = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <ProblemState error={error} label="the call" level={2} />
    </QueryClientProvider>,
  );
  expect(text).toContain("Try again</");
  expect(text).toContain("Try again in 12 s.");
  expect(text).not.toContain("by itself");
});
