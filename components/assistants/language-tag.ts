/** The language code as a `lang` attribute, where it plausibly is one: "multi" or "auto" would tell a screen reader nothing. */
export function languageTag(code: unknown): string | undefined {
  if (typeof code !== "string") return undefined;
  const text = code.trim().replaceAll("_", "-");
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
