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

const yearSeconds = 31_536_000;

/** Tells the server the browser's zone for later pages, by the browser's own name of it. */
export function writeZoneCookie() {
  const { timeZone = "" } = Intl.DateTimeFormat().resolvedOptions();
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${zoneCookie}=${encodeURIComponent(timeZone)}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}
