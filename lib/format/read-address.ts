import { attempt } from "./attempt";

/**
 * An address as a URL. Undefined if it cannot be parsed, or not as it was meant: signs such as / ? # in a password end the host
 * early, so that the rest of the password and the @ stand behind it.
 */
export function readAddress(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parsers leave these out silently.
  if (/[\0-\x1f]/.test(text)) return undefined;
  // As in `postgresql://user:password@/name?host=/socket`.
  const url = attempt(() => new URL(text)) ?? attempt(() => new URL(text.replace("@/", "@localhost/")));
  if (!url || [url.pathname, url.search, url.hash].some((part) => part.includes("@"))) return undefined;
  return [url.username, url.password].every(isDecodable) ? url : undefined;
}

/** Without a percent form, a % stands for itself. Beside one, programs differ. */
const isDecodable = (part: string) =>
  !/%[\da-f]{2}/i.test(part) || attempt(() => decodeURIComponent(part)) !== undefined;
