import { attempt } from "./attempt";
import { currentZone } from "./zone-names";
import { isZone } from "./zoned-time";

/** Cookie with the browser's time zone, so that the server renders local times as the browser will. */
export const zoneCookie = "switchboard-zone";

const globalScope = globalThis as { switchboardLocalZone?: () => string | undefined };

/** Sets the source of the reader's zone on the server, where one process renders for many readers. */
export function provideLocalZone(zone: () => string | undefined) {
  globalScope.switchboardLocalZone = zone;
}

/**
 * The reader's zone while a page is rendered: on the server by the cookie, in the browser the one that the server rendered with, until
 * `forgetRenderedZone`. Undefined if the page is not rendered in a known zone.
 */
export function renderedZone(): string | undefined {
  if (globalScope.switchboardLocalZone) return globalScope.switchboardLocalZone();
  return typeof document === "undefined" ? undefined : document.documentElement.dataset.zone;
}

/** From then on, local times are in the browser's own zone. Returns the zone that the page was rendered in. */
export function forgetRenderedZone(): string | undefined {
  const { zone } = document.documentElement.dataset;
  delete document.documentElement.dataset.zone;
  return zone;
}

/** The zone in a `Cookie` header, if it is one. */
export const zoneInCookies = (header: string | undefined) =>
  zoneOfCookie(header && new RegExp(`(?:^|; *)${zoneCookie}=([^;]{1,100})`).exec(header)?.[1]);

/** The zone in the value of the cookie, if it is one. */
export function zoneOfCookie(value: string | undefined): string | undefined {
  const zone = value && attempt(() => decodeURIComponent(value));
  return zone && /^[\w+/-]+$/.test(zone) && isZone(zone) ? currentZone(zone) : undefined;
}
