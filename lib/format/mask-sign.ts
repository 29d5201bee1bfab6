/** Stands for the hidden digits of a phone number. */
export const maskSign = "•••";

export const holdsMask = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes(maskSign)
    : typeof value === "object" && value !== null && Object.values(value).some(holdsMask);

/** A number without its middle: "+1415•••0100". At most `shownFirst` digits stand before it. */
export function maskedNumber(digits: string, { sign = "", shownFirst = 4 } = {}) {
  const head = digits.slice(0, Math.min(shownFirst, Math.max(0, digits.length - 7)));
  return `${sign}${head}${maskSign}${digits.slice(-4)}`;
}

/** A masked ID, and the sealed ID behind it that the server opens again. */
const standIn = /^.*•••.*~([\w-]{22,})$/s;

export const sealedPartOf = (id: string) => standIn.exec(id)?.[1];

/** A text with masked IDs as they are shown. Each carries its sealed form, for addresses only. */
export const withoutSeals = (text: string) =>
  text.includes(maskSign) ? text.replace(/(•••[^\s"~]{0,200})~[\w-]{22,}/g, "$1") : text;
