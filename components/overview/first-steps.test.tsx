import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MeProvider } from "@/components/query/use-me";
import { ToastProvider } from "@/components/ui/overlay/toast";
import { keyOf } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import type { Me } from "@/lib/contract/console/people/me";
import { FirstSteps } from "./first-steps";

test.each([
  [{ is_answering: false, is_faulty: false }, "Your voice platform does not answer. Check its address and key."],
  [
    { is_answering: false, is_faulty: true, last_problem: "The answer is of another kind" },
    "Your voice platform answers, but with errors. The answer is of another kind.",
  ],
])("the first step describes the connection status %j", (status, text) => {
  const client = new QueryClient();
  client.setQueryData(keyOf(getConnectionStatus, {}), { raw: { source: "set", ...status }, status: 200, drift: [] });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MeProvider me={{ role: "admin" } as Me}>
        <ToastProvider>
          <FirstSteps steps={[{ step: "connect", is_done: false }]} />
        </ToastProvider>
      </MeProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain(` ${text}<`);
});
