import { namedZone, timeZoneOf } from "@/lib/format/format-time";
import { renderedZone } from "@/lib/format/local-zone";
import { requirePerson } from "./person";

/** IANA name of the zone in which a page begins, so that days of its filters are those that the browser reads. */
export async function shownTimeZone(ofAddress: string | undefined) {
  const { preferences } = (await requirePerson()).me;
  const zone = ofAddress === "utc" || ofAddress === "local" ? ofAddress : preferences.zone;
  return zone === "utc" ? "UTC" : timeZoneOf(namedZone(renderedZone() ?? "UTC"));
}
