import type { PhoneNumber } from "@/lib/contract/api/phone-numbers";
import type { SavedRecord } from "@/lib/contract/console/saved";

export type KnownAssistant = { id: string; numberCount: number; saved: SavedRecord | undefined };

/** Assistants have no list: they are known because a phone number names them, or because someone here read or pinned them. */
export function knownAssistants(numbers: readonly PhoneNumber[], saved: readonly SavedRecord[]): KnownAssistant[] {
  const counts = new Map<string, number>();
  for (const { assistant_id } of numbers)
    if (assistant_id) counts.set(assistant_id, (counts.get(assistant_id) ?? 0) + 1);
  const records = new Map(saved.map((record) => [record.ref, record]));
  const ids = [...new Set([...counts.keys(), ...records.keys()])];
  const known = ids.map((id) => ({ id, numberCount: counts.get(id) ?? 0, saved: records.get(id) }));
  return [...known.filter(isPinned), ...known.filter((each) => !isPinned(each))];
}

const isPinned = ({ saved }: KnownAssistant) => saved?.pinned === true;

/** "Pinned, 3 numbers": why an assistant is in the list. */
export function knownBecause({ numberCount, saved }: KnownAssistant): string {
  const reasons = [
    ...(saved?.pinned ? ["Pinned"] : []),
    ...(numberCount > 0 ? [numberWords(numberCount)] : []),
    ...(saved?.label ? [`labeled “${saved.label}”`] : []),
  ];
  if (reasons.length > 0) return reasons.join(", ");
  return saved?.opened_by ? `Opened by ${saved.opened_by}` : "Opened here";
}

export const numberWords = (count: number) => `${count.toLocaleString("en-US")} ${count === 1 ? "number" : "numbers"}`;

/** The sentence under the list. */
export function knownWords(known: readonly KnownAssistant[]): string {
  const named = known.filter(({ numberCount }) => numberCount > 0).length;
  const count = known.length.toLocaleString("en-US");
  if (named === known.length) return `${count} known, all of them named by phone numbers in this organization.`;
  return `${count} known, ${named} of them named by phone numbers in this organization.`;
}
