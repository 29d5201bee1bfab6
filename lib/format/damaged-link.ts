/** Characters before the token of a link, as they are or encoded once or more by a mail program. */
const hash = /^(\/set-password|\/end-session)\/?(?:#|%(?:25)*23)(.+)$/i;
const query = /^\/setup\/?(?:\?|%(?:25)*3f)token(?:=|%(?:25)*3d)(.+)$/i;

/** The working form of a link to set a password, to set up or to end a session; undefined if it is no such link or needs no change. */
export function repairedLink(url: string): string | undefined {
  const [[, page, token] = [], setup] = [hash.exec(url) ?? [], query.exec(url)?.[1]];
  const repaired = (token && `${page}#${tokenIn(token)}`) || (setup && `/setup?token=${tokenIn(setup)}`) || undefined;
  return repaired === url ? undefined : repaired;
}

/** The token without the signs that a mail program left around it, such as ">", "." or "%3E". */
export const tokenIn = (text: string) => /^(?:[#<"'(]|%(?:25)*(?:23|3c|22))*([\w-]*)/i.exec(text)?.[1] ?? "";
