/** The gateway adds platform, person and time, so that every file says where it is from. */
export type FileTitle = {
  /** Content, such as "calls", then the filters. */
  parts: readonly (string | undefined)[];
  extension: string;
  /** Where its data is from, if that is not the connected platform. */
  source?: string;
};

export type ExportOrigin = { platform: string; by: string; at: Date };

/** Name of every exported file: `calls_api.example.net_state-ended_by-mara-okafor_made-2026-11-20T0641Z.csv`. Times are UTC. */
export function exportName({ parts: [what, ...filters], extension, source }: FileTitle, origin: ExportOrigin) {
  const parts = [what, source ?? origin.platform, ...filters, `by ${origin.by}`, `made ${stampOf(origin.at)}`];
  return `${parts.flatMap((part) => slug(part ?? "") || []).join("_")}.${extension}`;
}

/** Characters that are valid on any file system. */
const slug = (text: string) =>
  text
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "")
    .slice(0, 40);

/** A UTC range such as "2026-11-19T0641Z-to-2026-11-20T0641Z". */
export const rangeName = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) =>
  from || to ? `${from ? stampOf(from) : "start"}-to-${stampOf(to ?? now)}` : "all-time";

const stampOf = (moment: string | Date) => `${new Date(moment).toISOString().slice(0, 16).replace(":", "")}Z`;
