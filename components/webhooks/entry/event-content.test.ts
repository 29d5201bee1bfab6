import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlText } from "./event-content";

test("writes a command that a shell reads back as the same body and headers", () => {
  const body = '{"name":"O\'Neill $(date) `id` \\\\ ü",\n "n": 1}';
  const headers = { "content-type": "application/json", "x-id": "it's", "content-length": "9", authorization: "•••" };
  const command = curlText({ headers }, body).replace(/^curl/, "printf '%s\\0'");
  const words = execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\0").slice(0, -1);
  expect(words).toEqual([
    ...["-X", "POST", "http://localhost:3000", "-H", "content-type: application/json", "-H", "x-id: it's"],
    ...["--data-binary", body],
  ]);
});

test("leaves out NUL, which no argument of a command can hold", () => {
  expect(curlText({ headers: {} }, "a\0b")).toContain("'ab'");
});
