import fc from "fast-check";
import { createTransport } from "nodemailer";
import { Client } from "pg";
import { expect, test } from "vitest";
import { runs } from "@/lib/testing/runs";
import { readAddress } from "./read-address";

const hostOf = (address: string) => readAddress(address)?.hostname;

test.each([
  "postgresql://switch:a/b?c@127.0.0.1:5432/x",
  "postgresql://switch:1/b@127.0.0.1:5432/x",
  "postgresql://switch:1?b@127.0.0.1:5432/x",
  "postgresql://switch:1#b@127.0.0.1:5432/x",
  "postgresql://switch:1@a/b@127.0.0.1:5432/x",
  "postgresql://switch:%FF@127.0.0.1:5432/x",
  "smtps://user:12/b@mail.example.com:465",
  "https://me:7/b@api.example.com",
  "https://me:\tb@api.example.com",
  "",
])("refuses %j", (address) => {
  expect(readAddress(address)).toBeUndefined();
});

test("reads a socket, an address in brackets and a password in percent form", () => {
  expect(hostOf("postgresql:///x?host=/run/postgresql")).toBe("");
  expect(readAddress("postgresql://u:p@/x?host=/run/postgresql")?.pathname).toBe("/x");
  expect(hostOf("postgresql://u:p@[::1]:5432/x")).toBe("[::1]");
  expect(hostOf("postgresql://u:a%2Fb%3Fc%40@db.example.com/x")).toBe("db.example.com");
});

const signs = fc.string({
  unit: fc.integer({ min: 0, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 6,
});

test("refuses a password in an address, or each program reads the same one", () => {
  const written = signs.filter((password) => !/%[\da-f]{2}/i.test(password));
  fc.assert(
    fc.property(written, (password) => {
      const database = `postgresql://u:${password}@127.0.0.1:5432/x`;
      if (readAddress(database)) {
        const client = new Client({ connectionString: database });
        expect([client.host, client.password ?? ""]).toEqual(["127.0.0.1", password]);
      }
      const mail = `smtps://u:${password}@mail.example.com:465`;
      if (!readAddress(mail)) return;
      const { options } = createTransport({ url: mail });
      expect(options).toMatchObject({ host: "mail.example.com", auth: { user: "u", pass: password } });
    }),
    { seed: 51, numRuns: runs(5_000, 100_000) },
  );
});

test("reads every password in percent form", () => {
  fc.assert(
    fc.property(signs, (password) => {
      const database = `postgresql://u:${encodeURIComponent(password)}@127.0.0.1:5432/x`;
      expect(readAddress(database)).toBeDefined();
      expect(new Client({ connectionString: database }).password ?? "").toBe(password);
    }),
    { seed: 51, numRuns: runs(1_000, 20_000) },
  );
});
