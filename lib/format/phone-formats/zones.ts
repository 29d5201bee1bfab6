import type { PhoneFormats } from "../group-phone";

/** Loads the formats of the calling codes that begin with a digit. */
export const zones: Readonly<Record<string, () => Promise<{ formats: PhoneFormats }>>> = {
  1: () => import("./zone-1"),
  2: () => import("./zone-2"),
  3: () => import("./zone-3"),
  4: () => import("./zone-4"),
  5: () => import("./zone-5"),
  6: () => import("./zone-6"),
  7: () => import("./zone-7"),
  8: () => import("./zone-8"),
  9: () => import("./zone-9"),
};
