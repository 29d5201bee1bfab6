/** Blanks that Unicode counts among letters and symbols: Braille, a musical sign and two hieroglyphs. */
const blanks = "\\u2800\\u{1d159}\\u{13441}\\u{13442}";

const visible = new RegExp(`[^\\p{C}\\p{Z}\\p{M}\\p{Default_Ignorable_Code_Point}${blanks}]`, "u");

/** True if a person can see something of the text. False for spaces, format characters and other invisible signs. */
export const hasVisibleText = (text: string) => visible.test(text);
