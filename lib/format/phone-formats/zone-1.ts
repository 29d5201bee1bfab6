// Written by scripts/make-phone-formats.mjs. Do not edit.
import type { PhoneFormats } from "../group-phone";

export const formats = JSON.parse(String.raw`[
["1",[["(\\d{3})(\\d{4})","$1-$2","310"],["(\\d{3})(\\d{3})(\\d{4})","$1-$2-$3","[2-9]"]]]
]`) as PhoneFormats;
