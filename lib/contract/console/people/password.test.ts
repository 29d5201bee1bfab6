import { expect, test } from "vitest";
import { passwordFault } from "./password";

const mara = { name: "Mara Okafor", email: "mara@fernhill.example" };

test.each([
  "coral-anvil-93-tide",
  "wren under the blue gate",
  "Zu4!mv9q-Rkt8",
  "ночной поезд в Тверь",
  "x7 kettle moss bq",
])("accepts %s", (password) => expect(passwordFault(password, mara)).toBeUndefined());

test("asks for a password when it is empty", () =>
  expect(passwordFault("")).toBe("Enter a password of at least 12 characters."));

test.each(["eleven char", "a".repeat(129)])("rejects a password when it is too short or too long (%#)", (password) =>
  expect(passwordFault(password, mara)).toMatch(/^Use at (least|most) /),
);

test.each([
  "password1234",
  "P@ssw0rd1234",
  "Passw0rd!2026",
  "correct horse battery staple",
  "iloveyou12345",
  "welcome-2026!",
  "LetMeIn12345!",
])("rejects %s as common", (password) => expect(passwordFault(password, mara)).toMatch(/too common/));

test.each([
  "123456789012",
  "qwertyuiop123",
  "abcdefghijkl",
  "abcabcabcabc",
  "aaaaaaaaaaaaa",
  "987654321098",
  "1q1q1q1q1q1q",
])("rejects %s as a sequence, a repetition or too uniform", (password) =>
  expect(passwordFault(password, mara)).toBeDefined(),
);

test.each(["MaraOkafor2026", "okafor+mara1", "fernhill!2026", "Switchboard-1"])(
  "rejects %s as too close to the account's name or address",
  (password) => expect(passwordFault(password, mara)).toMatch(/too close to the name/),
);
