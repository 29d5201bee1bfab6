import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RecordView } from "./record-view";

test("shows no field when an answer is empty", () => {
  const markup = renderToStaticMarkup(<RecordView value={null} label="Answer" />);
  expect(markup).toContain("The answer is empty.");
  expect(markup).not.toMatch(/value|null/);
});
