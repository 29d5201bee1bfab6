/** Calling code of an E.164 number, including the plus. Undefined for any other text. */
export const callingCodeOf = (text: string): string | undefined =>
  /^\+[1-9]\d{6,14}$/.test(text) ? callingCode.exec(text)?.[0] : undefined;

// Calling codes of one and two digits (ITU-T E.164); every other code has three.
const callingCode = /^\+(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
