import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { consoleMigrations, ownMigrations, platformMigrations } from "@/lib/db/migrate";
import { isSame, keyFor, sealOf } from "@/lib/secret";

/** Raised when an older version could no longer read the file. */
export const format = 1;
export const manifestName = "manifest.json";
export const schemas = [consoleMigrations, platformMigrations];

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Sum over the rows, in any order, as `rowSum` computes it. */
  sum: z.string(),
  /** Hash of its member of the archive, uncompressed. */
  sha256: z.string(),
});

const sequence = z.object({ schema: z.string(), name: z.string(), last: z.string(), is_called: z.boolean() });

const content = z.object({
  format: z.literal(format),
  product: z.string(),
  made_at: z.string(),
  server_major: z.int(),
  /** Names of the applied migrations by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** A table stands after those that it refers to. */
  tables: z.array(table),
  sequences: z.array(sequence),
});

const manifest = z.extend(content, {
  /** Hash of everything else in the manifest, and so of all members. */
  sha256: z.string(),
  /** MAC over `sha256` with a key of the secret. It shows whether a secret is the right one, and does not reveal it. */
  seal: z.string(),
});

export type TableCopy = z.output<typeof table>;
export type SequenceCopy = z.output<typeof sequence>;
type Content = z.output<typeof content>;
export type Manifest = z.output<typeof manifest>;

export const memberOf = ({ schema, name }: Pick<TableCopy, "schema" | "name">) => `${schema}.${name}.copy`;

const hashOf = (parts: Content) =>
  createHash("sha256")
    .update(JSON.stringify(content.parse(parts)))
    .digest("hex");
const sealFor = (secret: string, sha256: string) => sealOf(keyFor("backup", secret), sha256);

export function sealManifest(parts: Content, secret: string): Manifest {
  const sha256 = hashOf(parts);
  return { ...parts, sha256, seal: sealFor(secret, sha256) };
}

export const damaged = () =>
  new Error("The backup is cut off or was altered. Copy the file again, or restore another backup.");

/** Throws if the manifest was altered, or was written by a version with a newer format. */
export function parseManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw damaged();
  }
  const { data: version } = z.object({ format: z.int() }).safeParse(json);
  if (version && version.format > format)
    throw new Error(
      `The backup has format ${version.format}, and this Switchboard reads format ${format}. Restore it with a newer Switchboard.`,
    );
  const { data } = manifest.safeParse(json);
  if (!data || hashOf(data) !== data.sha256) throw damaged();
  return data;
}

/** Throws if the backup was made with another secret, or by a newer version. */
export function refuseForeign({ migrations, product, sha256, seal }: Manifest, secret: string) {
  if (!isSame(seal, sealFor(secret, sha256)))
    throw new Error(
      "The backup was made with another secret. Set SWITCHBOARD_SECRET, or the file secret in DATA_DIR, to the one it was made with.",
    );
  const isNewer = schemas.some((schema) => {
    const own = ownMigrations(schema);
    return (migrations[schema.schema] ?? []).some((name, index) => own[index] !== name);
  });
  if (isNewer)
    throw new Error(
      `The backup was made by a newer Switchboard, version ${product}. Install that version or a later one, and restore with it.`,
    );
}
