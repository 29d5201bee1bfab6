/** Marks of a register: listed, not listed, or a word that only its column's name explains. */
export type RegisterMark = "listed" | "clear" | "unclear";

const listedWords = words(
  "registered registrant registriert eingetragen gelistet inscrit inscrite inscrito inscrita registrado registrada iscritto iscritta registrato registrata",
  "ingeschreven geregistreerd zarejestrowany zarejestrowana registrerad registreret registrert registrovan upisan kayitli rekisteroity",
  "tps ctps ftps dnc dncr dncl ndnc ndncr ncpr nccp nncr bloctel robinson robinsonliste rpo ndd washed washout scrubbed suppressed suppress blacklisted listed",
  "stop stopall unsubscribe optout arret revoke optedout unsubscribed deceased dead desinscrire desinscription widerspruch widersprochen nixad",
);
const clearWords = words(
  "not no n non nicht kein keine nein none never clear clean ok okay free callable allowed negative false 0 pas nao niet nie inte ikke ej ei ne nem unregistered unlisted unmatched notregistered nomatch notlisted invalid",
);
const otherWords = words(
  "match matched matches hit hits found positive flag flagged yes y ja j oui si true 1 x on in the is are and or by of list register registry number numbers only both do call calls txt mail sms uk au us as at already currently status national",
);

const longestMark = 48;
const mostWords = 6;

/** The mark that a value is as a whole; undefined for any other text. */
export function registerMark(value: string): RegisterMark | undefined {
  if (value.length > longestMark) return undefined;
  const parts = wordsIn(value);
  if (parts.length === 0 || parts.length > mostWords) return undefined;
  if (!parts.every((part) => listedWords.has(part) || clearWords.has(part) || otherWords.has(part))) return undefined;
  if (parts.some((part) => clearWords.has(part))) return "clear";
  return parts.some((part) => listedWords.has(part)) ? "listed" : "unclear";
}

/** Rules most cells out by their first word. */
export function mayBeListed(value: string): boolean {
  if (value.length > longestMark) return false;
  const word = /^[^a-z]*([a-z]+)/i.exec(value)?.[1]?.toLowerCase() ?? "";
  return listedWords.has(word) || otherWords.has(word);
}

const bareAnswers = words(
  "yes y no n true false 1 0 x ja nein j oui non o si s sim nao tak nie t f on off checked unchecked",
);

/** An answer without a word that says what it means. */
export const isBareAnswer = (value: string) =>
  /^[✓✔✗✘☑☒•*+-]$/.test(value.trim()) || bareAnswers.has(wordsIn(value).join(""));

const registerNames =
  /(?:^|[^a-z])(?:c|f)?tps(?:$|[^a-z])|dncr|dncl|ndnc|ncpr|bloctel|robinson|(?:^|[^a-z])(?:rpo|ndd)(?:$|[^a-z])|opposizion|wash(?:ed|ing)?(?:$|[^a-z])|washout|scrub|do.?not.?call.?(?:reg|list|check|match)|telephone.?preference|call.?register|belmeniet|nixtel/i;
const vagueNames =
  /register|registr|(?:^|[^a-z])reg(?:$|[^a-z])|screen|suppress|(?:^|[^a-z])(?:match(?:ed)?|listed|hit)(?:$|[^a-z])|blocklist|sperrliste|abgleich|robinson|lista ?negra|preference/i;

/** True if a header or the name of a file names a register of people who must not be called, or its check. */
export const namesRegister = (text: string) => registerNames.test(plain(text));

/** True if a header or the name of a file may mean such a register, which its values must confirm. */
export const mayNameRegister = (text: string) => registerNames.test(plain(text)) || vagueNames.test(plain(text));

const plain = (text: string) =>
  text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("_", " ");

function wordsIn(value: string): string[] {
  return (
    value
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" "));
}
