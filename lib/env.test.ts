import { expect, test } from "vitest";
import { readEnv } from "./env";

const line = { VOICE_API_BASE_URL: "https://api.example.com" };

const sso = {
  ...{ SWITCHBOARD_OIDC_ISSUER: "https://login.example.com/", SWITCHBOARD_OIDC_CLIENT_ID: "switchboard" },
  SWITCHBOARD_OIDC_CLIENT_SECRET: "secret",
};

test("keeps the issuer as typed and names the provider by its host", () => {
  expect(readEnv({}).sso).toBeUndefined();
  expect(readEnv(sso).sso).toEqual({
    ...{ issuer: "https://login.example.com/", clientId: "switchboard", clientSecret: "secret" },
    ...{ name: "login.example.com", roles: undefined },
  });
  const roles = { SWITCHBOARD_OIDC_ROLE_CLAIM: "groups", SWITCHBOARD_OIDC_ROLES: "a b = admin, x=y=support" };
  expect(readEnv({ ...sso, ...roles }).sso?.roles).toEqual({
    claim: "groups",
    byValue: new Map([
      ["a b", "admin"],
      ["x=y", "support"],
    ]),
  });
});

test("uses defaults that work on one computer when nothing is set", () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    dataDir: ".data",
    logLevel: "info",
    trustedHops: 0,
  });
});

test("reads the name and color of the installation", () => {
  expect(readEnv({}).installation).toBeUndefined();
  expect(readEnv({ SWITCHBOARD_NAME: " Fernhill EU " }).installation).toEqual({ name: "Fernhill EU", color: "gray" });
  const both = { SWITCHBOARD_NAME: "Staging", SWITCHBOARD_COLOR: "violet" };
  expect(readEnv(both).installation).toEqual({ name: "Staging", color: "violet" });
});

test.each([
  [{ SWITCHBOARD_NAME: "\u200b" }, "SWITCHBOARD_NAME must have letters that people can see."],
  [{ SWITCHBOARD_NAME: "two\nlines" }, "SWITCHBOARD_NAME must be one line."],
  [{ SWITCHBOARD_NAME: "x".repeat(41) }, "SWITCHBOARD_NAME must be at most 40 characters long."],
  [
    { SWITCHBOARD_NAME: "Staging", SWITCHBOARD_COLOR: "#ffff00" },
    "SWITCHBOARD_COLOR must be one of red, orange, yellow, green, teal, blue, violet, pink, gray, which are readable in both themes.",
  ],
  [
    { SWITCHBOARD_COLOR: "red" },
    "SWITCHBOARD_NAME must be set when SWITCHBOARD_COLOR is: people who do not see colors need a name.",
  ],
])("refuses %o with a sentence", (source, sentence) => {
  expect(() => readEnv(source)).toThrow(sentence);
});

test("treats an empty variable as not set", () => {
  expect(readEnv({ PORT: "", VOICE_API_KEY: "" })).toEqual(readEnv({}));
});

test.each([
  [{ PORT: "eighty" }, "PORT must be a port number between 0 and 65535."],
  [{ PORT: "70000" }, "PORT must be a port number between 0 and 65535."],
  [{ SWITCHBOARD_ORIGIN: "switchboard.example.com" }, /^SWITCHBOARD_ORIGIN must be an address such as https:.*\.$/],
  [
    { SWITCHBOARD_ORIGIN: "http://switchboard.example.com" },
    /^SWITCHBOARD_ORIGIN must begin with https:\/\/, unless .*\.$/,
  ],
  [
    { SWITCHBOARD_ORIGIN: "https://example.com/switchboard" },
    /^SWITCHBOARD_ORIGIN must be an address without a path\.$/,
  ],
  [{ DATABASE_URL: "mysql://localhost/x" }, /^DATABASE_URL must be an address such as postgresql:.*\.$/],
  [{ SWITCHBOARD_SECRET: "short" }, "SWITCHBOARD_SECRET must be at least 32 characters long."],
  [{ SWITCHBOARD_TRUSTED_HOPS: "-1" }, "SWITCHBOARD_TRUSTED_HOPS must be a whole number from 0 to 10."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent."],
  [{ VOICE_API_BASE_URL: "https://api.example.com" }, /^VOICE_API_KEY must be set when VOICE_API_BASE_URL is/],
  ...["https://me:secret@api.example.com", "https://api.example.com/?tenant=7", "https://api.example.com/#a"].map(
    (given): [Record<string, string>, RegExp] => [
      { VOICE_API_BASE_URL: given, VOICE_API_KEY: "vap_1234" },
      /^VOICE_API_BASE_URL must be an address such as https:\S+ without a name, a password or a query in it\.$/,
    ],
  ),
  [{ SWITCHBOARD_OIDC_ISSUER: "login.example.com" }, /^SWITCHBOARD_OIDC_ISSUER must be an address such as https:/],
  [{ SWITCHBOARD_OIDC_ISSUER: "http://login.example.com" }, /^SWITCHBOARD_OIDC_ISSUER must begin with https:\/\//],
  [
    { SWITCHBOARD_OIDC_ISSUER: "https://login.example.com/?x" },
    "SWITCHBOARD_OIDC_ISSUER must be an address without a query.",
  ],
  [
    { SWITCHBOARD_OIDC_ISSUER: "https://login.example.com", SWITCHBOARD_OIDC_CLIENT_ID: "s" },
    /^SWITCHBOARD_OIDC_CLIENT_SECRET must be set when SWITCHBOARD_OIDC_ISSUER is: single sign-on needs/,
  ],
  [{ SWITCHBOARD_OIDC_NAME: "Login" }, /^SWITCHBOARD_OIDC_ISSUER must be set when SWITCHBOARD_OIDC_NAME is/],
  [
    { ...sso, SWITCHBOARD_OIDC_ROLE_CLAIM: "groups" },
    /^SWITCHBOARD_OIDC_ROLES must be set when SWITCHBOARD_OIDC_ROLE_CLAIM is/,
  ],
  ...["ops", "ops=boss", "ops=admin,", "ops=admin,ops=support", "=admin"].map(
    (roles): [Record<string, string>, RegExp] => [
      { ...sso, SWITCHBOARD_OIDC_ROLE_CLAIM: "groups", SWITCHBOARD_OIDC_ROLES: roles },
      /^SWITCHBOARD_OIDC_ROLES must be value=role pairs such as .*, with the roles admin, campaign_manager, support, viewer\.$/,
    ],
  ),
  [{ ...line, VOICE_API_KEY: "short_7" }, "VOICE_API_KEY must be at least 8 characters long."],
  [
    { ...line, VOICE_API_KEY: "two\nlines of it" },
    "VOICE_API_KEY must be one line of plain letters, digits and signs.",
  ],
  [{ VOICE_API_KEY: "vap_1234" }, /^VOICE_API_BASE_URL must be set when VOICE_API_KEY is/],
  [{ SWITCHBOARD_ADMIN_EMAIL: "a@example.com" }, /^SWITCHBOARD_ADMIN_PASSWORD must be set when/],
  [
    { SWITCHBOARD_ADMIN_EMAIL: "a@example.com", SWITCHBOARD_ADMIN_PASSWORD: "password1234" },
    "SWITCHBOARD_ADMIN_PASSWORD is refused: this password is too common. Choose another.",
  ],
  [
    { PORT: "eighty", LOG_LEVEL: "loud" },
    "PORT must be a port number between 0 and 65535. LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.",
  ],
])("refuses %o with a sentence that names the variable", (source, sentence) => {
  expect(() => readEnv(source)).toThrow(sentence);
});

const spoiled = ["a/b?c", "1/b", "1?b", "1#b", "1@a/b", "%FF", "[/b"];
const badAddresses = spoiled.flatMap((password): [string, string, Record<string, string>][] => [
  ["DATABASE_URL", `postgresql://switch:${password}@127.0.0.1:5432/x`, {}],
  ["SMTP_URL", `smtps://switch:${password}@post.example.com:465`, { SMTP_FROM: "a@example.com" }],
  ["VOICE_API_BASE_URL", `https://switch:${password}@api.example.com`, { VOICE_API_KEY: "vap_1234" }],
  ["SWITCHBOARD_OIDC_ISSUER", `https://switch:${password}@login.example.com`, sso],
  ["SWITCHBOARD_ORIGIN", `https://switch:${password}@console.example.com`, {}],
  ["SWITCHBOARD_HOOKS_ORIGIN", `https://switch:${password}@hooks.example.com`, {}],
]);

test.each(badAddresses)("refuses %s if it is %s, and does not repeat the password", (name, value, others) => {
  const read = () => readEnv({ ...others, [name]: value });
  expect(read).toThrow(new RegExp(`^${name} must be an address `));
  expect(read).not.toThrow(/switch:|@(?:127|post|api|login|console|hooks)/);
});

test.each(["DATABASE_URL", "SMTP_URL"])("says how a password is written in %s", (name) => {
  const read = () => readEnv({ [name]: "postgresql://switch:a/b?c@127.0.0.1:5432/x", SMTP_FROM: "a@example.com" });
  expect(read).toThrow(
    /Write signs in the name and the password in percent form: \/ as %2F, \? as %3F, # as %23, @ as %40, % as %25\.$/,
  );
});

test("accepts a socket, an address in brackets and signs in percent form", () => {
  for (const DATABASE_URL of [
    "postgresql:///switchboard?host=/run/postgresql",
    "postgresql://switch:p@/switchboard?host=/run/postgresql",
    "postgresql://switch:a%2Fb%3Fc%23%40%25@[::1]:5432/x",
  ])
    expect(readEnv({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  ["sslmode=require", "sslmode=verify-full"],
  ["a=b&sslmode=verify-ca&c=d", "a=b&sslmode=verify-full&c=d"],
  ["sslmode=no-verify", "sslmode=no-verify"],
  ["uselibpqcompat=true&sslmode=require", "uselibpqcompat=true&sslmode=require"],
])("connects to the database with %s as %s", (query, used) => {
  expect(readEnv({ DATABASE_URL: `postgresql://db/x?${query}` }).databaseUrl).toBe(`postgresql://db/x?${used}`);
});

const inMarks = [`"/data"`, "'/data'", "\u201c/data\u201d", "\u201e/data\u201c", "\u00ab/data\u00bb", "`/data`"];
test.each(inMarks)("refuses a path, an address and a text in quotation marks (%s)", (value) => {
  for (const name of ["DATA_DIR", "HOST", "DATABASE_URL", "SMTP_FROM", "SWITCHBOARD_OIDC_NAME", "VOICE_API_KEY"])
    expect(() => readEnv({ [name]: value })).toThrow(
      `${name} is in quotation marks, which are part of it here. Remove them.`,
    );
});

test("refuses a path with half a pair of quotation marks or with two lines", () => {
  for (const DATA_DIR of [`"/data`, `/data'`, "/data\u201d"])
    expect(() => readEnv({ DATA_DIR })).toThrow("DATA_DIR must be a path without quotation marks.");
  expect(() => readEnv({ DATA_DIR: "/data\n" })).toThrow("DATA_DIR must be one line.");
  expect(readEnv({ DATA_DIR: "/srv/it's here" }).dataDir).toBe("/srv/it's here");
});

test.each(["HOST", "DATA_DIR", "SWITCHBOARD_METRICS_TOKEN", "SWITCHBOARD_OIDC_CLIENT_SECRET"])(
  "refuses %s with the line end of a file that Windows wrote",
  (name) => {
    const read = () => readEnv({ ...sso, [name]: "a value of some length\r" });
    expect(read).toThrow(`${name} must be one line.`);
  },
);

test("leaves quotation marks in the secret, because data may be sealed with them", () => {
  const SWITCHBOARD_SECRET = `"${"s".repeat(32)}"`;
  expect(readEnv({ SWITCHBOARD_SECRET }).secret).toBe(SWITCHBOARD_SECRET);
});

test("does not repeat a refused secret in the sentence", () => {
  expect(() => readEnv({ SWITCHBOARD_SECRET: "hunter2" })).not.toThrow(/hunter2/);
});

test.each([
  [{}, "http://127.0.0.1:3000"],
  [{ HOST: "::1", PORT: "4000" }, "http://[::1]:4000"],
  [{ HOST: "console.internal" }, "http://console.internal:3000"],
])("derives the origin from host and port when none is set (%o)", (source, origin) => {
  expect(readEnv(source).origin).toBe(origin);
});

test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", "https://console.example.com"])(
  "accepts %s as the origin",
  (origin) => expect(readEnv({ SWITCHBOARD_ORIGIN: origin }).origin).toBe(origin),
);

test("removes a trailing slash from addresses", () => {
  const env = readEnv({
    SWITCHBOARD_ORIGIN: "https://console.example.com/",
    VOICE_API_BASE_URL: "https://api.example.com/",
    VOICE_API_KEY: "vap_1234",
  });
  expect([env.origin, env.voiceApiBaseUrl]).toEqual(["https://console.example.com", "https://api.example.com"]);
});
