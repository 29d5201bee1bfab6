import type { FileAnswer } from "@/lib/contract/operation";
import { Problem } from "@/lib/contract/problem";

const mostAtOnce = 2;

/** Lets few files be sent at a time: each reads the database for as long as somebody takes it. */
export function createFileExports() {
  let sending = 0;
  return ({ name, contentType, send }: FileAnswer): FileAnswer => {
    if (sending >= mostAtOnce)
      throw new Problem("busy", "Other exports are running. Try again in a minute.", { retryAfterSeconds: 60 });
    return {
      name,
      contentType,
      async send(write) {
        sending += 1;
        try {
          return await send(write);
        } finally {
          sending -= 1;
        }
      },
    };
  };
}

/** A name that says what the file holds, in characters that any disk takes. */
export const fileName = (parts: readonly (string | undefined)[], extension: string) =>
  `${parts.flatMap((part) => (part ? [slug(part)] : [])).join("_")}.${extension}`;

const slug = (text: string) =>
  text
    .replace(/[^A-Za-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "")
    .slice(0, 40);

/** In UTC: "2026-11-19T0641Z-to-2026-11-20T0641Z". */
export const rangeName = ({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) =>
  from || to ? `${from ? stampOf(from) : "start"}-to-${stampOf(to ?? now)}` : "all-time";

export const stampOf = (moment: string | Date) => `${new Date(moment).toISOString().slice(0, 16).replace(":", "")}Z`;
