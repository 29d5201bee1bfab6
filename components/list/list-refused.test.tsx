import { expect, test } from "vitest";
import { auditList } from "@/components/audit/audit-list";
import { QueryView } from "@/components/query/query-view";
import { Problem, type ProblemCode } from "@/lib/contract/problem";
import { renderWithReads } from "@/lib/testing/components/render-with-reads";
import { ListRefused } from "./list-refused";

const render = (code: ProblemCode) =>
  renderWithReads(
    <QueryView
      query={{ data: undefined, error: new Problem(code), isFetching: false, refetch: () => undefined }}
      label="the audit log"
      refused={<ListRefused spec={auditList} />}
    >
      {() => null}
    </QueryView>,
    [],
  ).html;

test("offers to clear the filters when the server refuses what the address asks for", () => {
  const html = render("bad_input");
  expect(html).toContain("This address has a filter that cannot be used");
  expect(html).toContain("Clear the filters to see all entries.");
  expect(html).toContain("Clear filters</");
});

test("says who answered, and no word of filters, when the list cannot be read for another reason", () => {
  const html = render("upstream-fault");
  expect(html).not.toContain("filter");
  expect(html).toContain("Try again</");
});
