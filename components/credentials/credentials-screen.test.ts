import { expect, test } from "vitest";
import { isCapped, nextLimit } from "./credentials-screen";

test("more are asked for while a page is full or the platform says that there are more", () => {
  expect(nextLimit({ read: 50, asked: 50, total: 3 })).toBe(100);
  expect(nextLimit({ read: 50, asked: 50, total: 120 })).toBe(120);
  expect(nextLimit({ read: 20, asked: 50, total: 120 })).toBe(120);
  expect(nextLimit({ read: 12, asked: 50, total: 12 })).toBeUndefined();
  expect(nextLimit({ read: 12, asked: 50, total: undefined })).toBeUndefined();
  expect(nextLimit({ read: 10_000, asked: 10_000, total: 2_000_000 })).toBeUndefined();
});

test("a platform that answers a larger limit with the same few gives no more", () => {
  expect(isCapped({ read: 20, asked: 120, total: 120 }, 20)).toBe(true);
  expect(isCapped({ read: 20, asked: 50, total: 120 }, undefined)).toBe(false);
  expect(isCapped({ read: 120, asked: 120, total: 120 }, 50)).toBe(false);
});
