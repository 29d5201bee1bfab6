import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { watchRejections } from "./watch-rejections";

// A second try would be named among the tests that are to be looked into.
test.fails("fails the test in which a promise is rejected without a handler", { retry: 0 }, () => {
  void Promise.reject(new Error("nobody waits for this"));
});

test("reports the reason when a promise is rejected during a test", () => {
  const host = new EventEmitter();
  const rejections = watchRejections(host);
  rejections.begin();
  host.emit("unhandledRejection", new Error("lost"), Promise.resolve());
  expect(rejections.end).toThrow(expect.objectContaining({ cause: new Error("lost") }));
  rejections.begin();
  expect(rejections.end).not.toThrow();
});

test("leaves a rejection between tests to the earlier listeners", () => {
  const host = new EventEmitter();
  const received: unknown[] = [];
  host.on("unhandledRejection", (reason) => received.push(reason));
  const rejections = watchRejections(host);
  host.emit("unhandledRejection", "between", Promise.resolve());
  rejections.stop();
  host.emit("unhandledRejection", "after", Promise.resolve());
  expect(received).toEqual(["between", "after"]);
});
