import { callingCodeOf } from "../calling-code";
import type { PhoneFormats } from "../group-phone";
import { zones } from "./zones";

let all: Promise<PhoneFormats> | undefined;

/** The formats of every calling code. For the server: a browser loads only the zones that it needs. */
export function allPhoneFormats(): Promise<PhoneFormats> {
  all ??= Promise.all(Object.values(zones).map(async (load) => (await load()).formats)).then((each) => each.flat());
  return all;
}

/** Formats of the calling codes of all phone numbers in `data`. Some texts have a number without its plus. */
export async function phoneFormatsIn(data: unknown): Promise<PhoneFormats> {
  const texts = (JSON.stringify(data) ?? "").matchAll(/"\+?([1-9]\d{6,14})"/g);
  const codes = new Set([...texts].map(([, digits]) => callingCodeOf(`+${digits}`)));
  return codes.size === 0 ? [] : (await allPhoneFormats()).filter(([code]) => codes.has(`+${code}`));
}
