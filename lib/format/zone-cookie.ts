import { attempt } from "./attempt";
import { zoneCookie } from "./local-zone";
import { currentZone } from "./zone-names";
import { isZone } from "./zoned-time";

/** The zone in a `Cookie` header, if it is one. */
export const zoneInCookies = (header: string | undefined) =>
  zoneOfCookie(header && new RegExp(`(?:^|; *)${zoneCookie}=([^;]{1,100})`).exec(header)?.[1]);

/** The zone in the value of the cookie, if it is one. */
export function zoneOfCookie(value: string | undefined): string | undefined {
  const zone = value && attempt(() => decodeURIComponent(value));
  return zone && /^[\w+/-]+$/.test(zone) && isZone(zone) ? currentZone(zone) : undefined;
}
