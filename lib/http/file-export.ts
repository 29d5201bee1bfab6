/** A file name from descriptive parts, with characters that are valid on any file system. */
export const fileName = (parts: readonly (string | undefined)[], extension: string) =>
  `${parts.flatMap((part) => (part ? [slug(part)] : [])).join("_")}.${extension}`;

const slug = (text: string) =>
  text
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "")
    .slice(0, 40);

/** A UTC range such as "2026-11-19T0641Z-to-2026-11-20T0641Z". */
export const rangeName = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) =>
  from || to ? `${from ? stampOf(from) : "start"}-to-${stampOf(to ?? now)}` : "all-time";

export const stampOf = (moment: string | Date) => `${new Date(moment).toISOString().slice(0, 16).replace(":", "")}Z`;
