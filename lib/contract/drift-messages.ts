export type DriftEntry = { path: string; kind: string; came: string };

const waitKinds = new Set(["missing", "null", "kind", "duplicate", "envelope"]);

/** Fields the contract lists and did not come as listed call for a look; additions are only noted. */
export function isWaitDrift(entry: DriftEntry): boolean {
  return waitKinds.has(entry.kind);
}

/** The words after the field's path. */
export function driftMessage({ kind, came }: DriftEntry): string {
  if (kind === "missing") return "was not sent. The API contract lists it.";
  if (kind === "null") return "came as null. The API contract does not say it may be.";
  if (kind === "kind") return `came as ${came}, another kind than the API contract names. It is shown as it came.`;
  if (kind === "unknown-field") return `came as ${came}. The API contract does not list this field.`;
  if (kind === "unknown-word") return `says “${came}”, a word outside the API contract.`;
  if (kind === "duplicate") return `${came} came more than once.`;
  return `came as ${came}, wrapped differently than the API contract shows.`;
}
