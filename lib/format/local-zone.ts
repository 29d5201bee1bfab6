/** Cookie with the browser's time zone, so that the server renders local times as the browser will. */
export const zoneCookie = "switchboard-zone";

const globalScope = globalThis as { switchboardLocalZone?: () => string | undefined };

/** Sets the source of the reader's zone on the server, where one process renders for many readers. */
export function provideLocalZone(zone: () => string | undefined) {
  globalScope.switchboardLocalZone = zone;
}

/**
 * The reader's zone while a page is rendered: on the server by the cookie, in the browser the one that the server rendered with, until
 * the page is ready. Undefined if the page is not rendered in a known zone.
 */
export function renderedZone(): string | undefined {
  if (globalScope.switchboardLocalZone) return globalScope.switchboardLocalZone();
  return typeof document === "undefined" ? undefined : document.documentElement.dataset.zone;
}
