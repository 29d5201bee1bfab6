import { type DriftEntry, isWaitDrift } from "@/lib/contract/drift-messages";

export { type DriftEntry, driftMessage, isWaitDrift } from "@/lib/contract/drift-messages";

export function driftTitle(entries: readonly DriftEntry[]): string {
  const count = entries.filter(isWaitDrift).length;
  if (count === 1) return "A field is not as the API contract says";
  if (count > 1) return `${count} fields are not as the API contract says`;
  return entries.length === 1
    ? "One thing came that the API contract does not list"
    : `${entries.length} things came that the API contract does not list`;
}
