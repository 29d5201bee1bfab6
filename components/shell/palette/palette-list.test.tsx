import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MeProvider } from "@/components/query/use-me";
import { keyOf } from "@/lib/client/query";
import type { Me } from "@/lib/contract/console/me";
import { listSaved } from "@/lib/contract/console/saved";
import { useKnown } from "./palette-list";

const answerOf = (refs: readonly string[]) => ({
  raw: { data: refs.map((ref) => ({ resource: "campaigns", ref, label: null, name: null, pinned: false })) },
  status: 200,
  drift: [],
});

test("what is known stays so where a page has read the records of one kind since", () => {
  const client = new QueryClient();
  client.setQueryData(keyOf(listSaved, {}), answerOf(["c1", "c2"]), { updatedAt: 1 });
  client.setQueryData(keyOf(listSaved, { resource: "assistants" }), answerOf([]), { updatedAt: 2 });
  function Known() {
    return useKnown().things.map(({ id }) => id);
  }
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MeProvider me={{ role: "admin" } as Me}>
        <Known />
      </MeProvider>
    </QueryClientProvider>,
  );
  expect(drawn).toBe("c1c2");
});
