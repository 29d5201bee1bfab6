import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MeProvider } from "@/components/query/use-me";
import { keyOf } from "@/lib/client/query";
import type { Me } from "@/lib/contract/console/people/me";
import { listSaved } from "@/lib/contract/console/saved";
import { usePaletteRecords } from "./use-palette-records";

const answerOf = (refs: readonly string[]) => ({
  raw: { data: refs.map((ref) => ({ resource: "campaigns", ref, label: null, name: null })) },
  status: 200,
  drift: [],
});

test("usePaletteRecords keeps all records when a page has read one kind later", () => {
  const client = new QueryClient();
  client.setQueryData(keyOf(listSaved, {}), answerOf(["c1", "c2"]), { updatedAt: 1 });
  client.setQueryData(keyOf(listSaved, { resource: "assistants" }), answerOf([]), { updatedAt: 2 });
  function RecordIds() {
    return usePaletteRecords().records.map(({ id }) => id);
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MeProvider me={{ role: "admin" } as Me}>
        <RecordIds />
      </MeProvider>
    </QueryClientProvider>,
  );
  expect(html).toBe("c1c2");
});
