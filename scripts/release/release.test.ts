import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { scriptRunner } from "@/lib/testing/run-script";
import { productionPackages } from "./production-packages";

const run = scriptRunner();

/** The fields that CycloneDX 1.5 requires, and those that a reader of a list of components needs. */
const bom = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.5"),
  serialNumber: z.string().check(z.regex(/^urn:uuid:[0-9a-f-]{36}$/)),
  version: z.literal(1),
  metadata: z.object({ component: z.object({ "bom-ref": z.string(), type: z.literal("application") }) }),
  components: z.array(
    z.object({
      "bom-ref": z.string(),
      type: z.enum(["library", "application"]),
      name: z.string().check(z.minLength(1)),
      version: z.string().check(z.regex(/^\d/)),
      purl: z.optional(z.string().check(z.regex(/^pkg:npm\/\S+@\d/))),
      hashes: z.optional(
        z.array(z.object({ alg: z.literal("SHA-512"), content: z.string().check(z.regex(/^[0-9a-f]{128}$/)) })),
      ),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

test("lists every package that the product runs with, once, with the libraries inside PostgreSQL", async () => {
  const { out, err, code } = await run("release/sbom", []);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  const { metadata, components, dependencies } = bom.parse(JSON.parse(out));
  const refs = [metadata.component["bom-ref"], ...components.map((component) => component["bom-ref"])];
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted());
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
  expect(refs).toEqual(expect.arrayContaining(["postgresql@18.4.0", "openssl@1.1.1", "icu@60.2"]));
  const { dependencies: direct } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = components.map(({ name }) => name);
  expect(Object.keys(direct).filter((name) => !names.includes(name))).toEqual([]);
});

test("leaves out packages that only development needs", () => {
  const names = productionPackages().map(({ name }) => name);
  expect(names).toContain("nodemailer");
  for (const name of ["vitest", "typescript", "@playwright/test", "smtp-server"]) expect(names).not.toContain(name);
});

test("lists the licenses of all packages, each of which is allowed", async () => {
  const { out, err, code } = await run("release/licenses", []);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toMatch(/^MIT \(\d+ packages\)\n {2}/);
  expect(out).toContain("nodemailer");
});
