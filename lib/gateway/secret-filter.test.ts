import { expect, test } from "vitest";
import { createSecretFilter } from "./secret-filter";

test.each(["vap_1234", "a/b+c?d=", '"quoted"', "vap_canary_4f9e2d71c0b8"])("of %s no form is left in a text", (key) => {
  const bytes = Buffer.from(key);
  const forms = [key, JSON.stringify(key), encodeURIComponent(key), bytes.toString("hex"), bytes.toString("base64url")];
  for (const form of forms) expect(createSecretFilter(key)(`Bearer ${form}, `)).toContain("[key]");
  for (const before of ["", "a", "ab"]) {
    const text = createSecretFilter(key)(Buffer.from(`${before}${key}cd`).toString("base64"));
    expect(Buffer.from(text, "base64").includes(bytes)).toBe(false);
  }
});
