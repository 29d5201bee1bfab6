import type { PhoneFormat, PhoneFormats } from "@/lib/format/group-phone";
import { zones } from "@/lib/format/phone-formats/zones";

const known = new Map<string, readonly PhoneFormat[]>();
const listeners = new Set<() => void>();

export function subscribeToPhoneFormats(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Formats that this browser has, by a calling code with its plus. */
export const knownPhoneFormats = (code: string) => known.get(code);

export function keepPhoneFormats(formats: PhoneFormats) {
  for (const [code, own] of formats) if (!known.has(`+${code}`)) known.set(`+${code}`, own);
  for (const listener of listeners) listener();
}

/** Loads the formats of all calling codes that begin with the same digit. If that fails, the next number tries again. */
export async function loadPhoneFormats(code: string) {
  const zone = await zones[code.charAt(1)]?.().catch(() => undefined);
  if (zone) keepPhoneFormats(zone.formats);
}
