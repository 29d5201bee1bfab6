const yearSeconds = 31_536_000;

/** Stores a choice for the server, for a year; an empty value removes it. */
export function setCookie(name: string, value: string) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${name}=${value}; path=/; max-age=${value ? yearSeconds : 0}; samesite=lax${secure}`;
}
