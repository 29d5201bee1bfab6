/** Characters before the token of a link, as they are or encoded once or more by a mail program. */
const hash = /^\/set-password\/?(?:#|%(?:25)*23)(.+)$/i;
const query = /^\/setup\/?(?:\?|%(?:25)*3f)token(?:=|%(?:25)*3d)(.+)$/i;

/** The working form of a link to set a password or to set up; undefined if it is no such link or needs no change. */
export function repairedLink(url: string): string | undefined {
  const [reset, setup] = [hash.exec(url)?.[1], query.exec(url)?.[1]];
  const repaired =
    (reset && `/set-password#${tokenIn(reset)}`) || (setup && `/setup?token=${tokenIn(setup)}`) || undefined;
  return repaired === url ? undefined : repaired;
}

/** The token without the signs that a mail program left around it, such as ">", "." or "%3E". */
export const tokenIn = (text: string) => /^(?:[#<"'(]|%(?:25)*(?:23|3c|22))*([\w-]*)/i.exec(text)?.[1] ?? "";
