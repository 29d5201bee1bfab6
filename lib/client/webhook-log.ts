import type { Webhook } from "@/lib/contract/api/webhooks";
import { visibleControls } from "@/lib/format/format-raw";

export type Target = { host: string; path: string; url: string };

/** Host and path of where a webhook delivers. Queries and credentials of an address stay out of sight. */
export function targetOf({ url }: Webhook): Target | undefined {
  if (!url) return undefined;
  try {
    const { host, pathname } = new URL(url);
    return { host: host || visibleControls(url), path: pathname === "/" ? "" : pathname, url };
  } catch {
    return { host: visibleControls(url), path: "", url };
  }
}

export type Targets = ReadonlyMap<string, Target>;
