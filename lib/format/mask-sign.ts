/** Stands for the hidden digits of a phone number. */
export const maskSign = "•••";

export const holdsMask = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes(maskSign)
    : typeof value === "object" && value !== null && Object.values(value).some(holdsMask);

/** A number without its middle: "+1415•••0100". */
export function maskedNumber(digits: string, sign = "") {
  const head = digits.slice(0, Math.min(4, Math.max(0, digits.length - 7)));
  return `${sign}${head}${maskSign}${digits.slice(-4)}`;
}

/** A masked ID, and the sealed ID behind it that the server opens again. */
const standIn = /^(.*•••.*)~([\w-]{22,})$/s;

/** The ID as it is shown. A masked ID carries its sealed form, for addresses only. */
export const shownId = (id: string) => standIn.exec(id)?.[1] ?? id;

export const sealedPartOf = (id: string) => standIn.exec(id)?.[2];
