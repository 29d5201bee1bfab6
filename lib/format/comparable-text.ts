/** Invisible marks, such as those that a copy from a chat or a document leaves. Joiners change how a word looks. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;

/** A typed or pasted text in the form that servers and databases expect: composed, without invisible marks. */
export const cleanText = (text: string) => text.replace(invisible, "").normalize("NFC").trim();

/**
 * A text as people see it, to compare what was typed with what is shown: without invisible marks, with one kind of space,
 * and with letters that only look wide, narrow or ligated replaced by the plain ones (Unicode's compatibility forms).
 */
export const comparableText = (text: string) =>
  isPlain(text)
    ? text
    : text
        .replace(/\p{Cf}/gu, "")
        .normalize("NFKC")
        .replace(/\s+/gu, " ")
        .trim();

const isPlain = (text: string) => /^[!-~]+(?: [!-~]+)*$/.test(text);

/** True if a value holds the text, as people see both. Ignores case. */
export const holdsText = (value: string | null | undefined, text: string) =>
  value != null && comparableText(value).toLowerCase().includes(comparableText(text).toLowerCase());
