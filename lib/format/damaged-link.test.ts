import { expect, test } from "vitest";
import { repairedLink, tokenIn } from "./damaged-link";

const token = "Ab3_x-Yz";

test.each([
  [`/set-password%23${token}`, `/set-password#${token}`],
  [`/set-password%2523${token}`, `/set-password#${token}`],
  [`/set-password/%23${token}%3E`, `/set-password#${token}`],
  [`/end-session%23${token}%3E`, `/end-session#${token}`],
  [`/setup?token=${token}>.`, `/setup?token=${token}`],
  [`/setup?token=${token}%3E`, `/setup?token=${token}`],
  [`/setup%3Ftoken%3D${token}`, `/setup?token=${token}`],
])("repairs %s", (url, repaired) => {
  expect(repairedLink(url)).toBe(repaired);
});

test.each(["/set-password", `/setup?token=${token}`, "/setup", "/campaigns/a%23b", "/sign-in?return=%2F"])(
  "leaves %s as it is",
  (url) => {
    expect(repairedLink(url)).toBeUndefined();
  },
);

test.each([
  token,
  `${token}>`,
  `${token}.`,
  `${token}%3E`,
  `${token})`,
  `#${token}`,
  `%23${token}`,
  `%2523${token}`,
  `<${token}>`,
])("finds the token in %s", (text) => {
  expect(tokenIn(text)).toBe(token);
});
