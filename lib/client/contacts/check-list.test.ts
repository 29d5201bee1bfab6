import { expect, test } from "vitest";
import { Problem } from "@/lib/contract/problem";
import { mayWantText } from "./check-list";

const answered = (status: number) => new Problem("rejected", "Refused.", { outcome: "refused", upstream: { status } });

test("only a request turned away for its form is asked again as text", () => {
  expect([400, 415, 422].every((status) => mayWantText(answered(status)))).toBe(true);
  expect([401, 404, 409, 500].some((status) => mayWantText(answered(status)))).toBe(false);
  expect(mayWantText(new Problem("bad_input", "Not understood."))).toBe(false);
  expect(mayWantText(new TypeError("broken"))).toBe(false);
});
