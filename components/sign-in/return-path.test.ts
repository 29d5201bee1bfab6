import { expect, test } from "vitest";
import { returnPath } from "./return-path";

test.each(["/calls/a%2Fb?text=x#log", "/campaigns/c1", "/", "/assistants/%23%25%20%C3%BC"])(
  "returnPath accepts %s",
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  undefined,
  null,
  "",
  "calls",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "/..//evil.example",
  "/%2e%2e//evil.example",
  "/sign-in?return=/sign-in",
  "/setup",
  "/api/auth/sign-out",
])("returnPath falls back to the overview for %s", (path) => {
  expect(returnPath(path)).toBe("/");
});
