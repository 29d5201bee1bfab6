import { expect, test } from "vitest";
import { hideSecrets } from "./hide-secrets";

const hidden = (value: unknown) => JSON.parse(hideSecrets(JSON.stringify(value)));

test("hides fields, headers and parts of addresses that are named like a secret", () => {
  expect(
    hidden({
      config: {
        headers: { Authorization: "Bearer abc", "X-Api-Key": "k1", Accept: "json" },
        pairs: [{ name: "authorization", value: "Bearer abc" }],
        url: "https://u:p4ss@crm.example/a?id=7&access_token=abc&x=1",
        client_secret: "s",
        apiKey: "k2",
      },
    }),
  ).toEqual({
    config: {
      headers: { Authorization: "[hidden]", "X-Api-Key": "[hidden]", Accept: "json" },
      pairs: [{ name: "authorization", value: "[hidden]" }],
      url: "https://u:[hidden]@crm.example/a?id=7&access_token=[hidden]&x=1",
      client_secret: "[hidden]",
      apiKey: "[hidden]",
    },
  });
});

test("returns a record unchanged when it has no secret", () => {
  const text = '{ "name": "find_account", "credential_id": "c1", "big": 12345678901234567890, "max_tokens": 250 }';
  expect(hideSecrets(text)).toBe(text);
  const schema = { properties: { token: { type: "string" }, password: { description: "Of the caller" } } };
  expect(hidden({ parameters: schema, headers: ["Authorization"], secret_preview: "••••9c41" })).toEqual({
    ...{ parameters: schema, headers: ["Authorization"], secret_preview: "••••9c41" },
  });
  expect(hideSecrets("no JSON")).toBe("no JSON");
});
