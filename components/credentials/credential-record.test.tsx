import { expect, test } from "vitest";
import { renderWithReads } from "@/lib/testing/components/render-with-reads";
import { CredentialRecord } from "./credential-record";

test("CredentialRecord escapes control characters in the name and shortens a long sync error", () => {
  const credential = { name: "\u202ekcab\u202c", last_sync_error: "W".repeat(200_000), last_sync_status: "failed" };
  const { html } = renderWithReads(<CredentialRecord credential={credential} sent={credential} />, []);
  expect(html).toMatch(/<h2[^>]*>\[U\+202E\]kcab\[U\+202C\]/);
  expect(html.match(/<code>W{10000}… \(190,000 more characters\)/)).toBeTruthy();
});
