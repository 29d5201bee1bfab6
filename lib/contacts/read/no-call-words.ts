/**
 * Words in a cell that forbid calls, by language. A space stands for any separator, or none. Each begins with three
 * characters that are no pattern.
 */
const cellWords = [
  "dnc|dnd|do not (?:call|contact|phone|dial|ring|disturb)|don t (?:call|contact|phone|ring)|never call|no (?:more )?calls?|not (?:to )?be (?:called|contacted)|stop calling|deceased|passed away",
  "nicht (?:mehr )?(?:anrufen|kontaktieren)|keine? anrufe?|werbe ?sperre|anruf ?sperre|kontakt ?sperre|verstorbene?r?",
  "ne (?:pas|plus) (?:appeler|contacter|rappeler|telephoner)|decede?e?s?",
  "no (?:llamar|contactar|molestar)|fallecid[oa]|difunt[oa]",
  "non (?:chiamare|contattare|disturbare|telefonare)|decedut[oa]|defunt[oa]",
  "nao (?:ligar|contactar|contatar|telefonar|perturbe)|falecid[oa]",
  "niet (?:meer )?(?:bellen|contacteren|benaderen)|bel me niet|overleden",
  "nie (?:dzwon(?:ic)?|kontaktowac|zyje)|zmar[lł][ya]",
  "ring (?:inte|ej|ikke)|kontakta? (?:inte|ej|ikke)|far (?:inte|ej) (?:ringas|kontaktas)|ma ikke (?:ringes|kontaktes)|ønsker ikke opkald|avliden|avdød|afdød",
  "nevolat|nekontaktovat|zemrel[ay]?|zomrel[ay]?|ne zvati|neskambinti",
  "aramay[iı]n(?:[iı]z)?|arama yapma(?:y[iı]n)?|aranmayacak|aranmas[iı]n|vefat|merhum",
  "ala soita|ei saa soittaa|kuollut|ne hivja|elhunyt|nu (?:sunati|apelati|contactati)|decedata?",
  "не (?:звонить|звоните|беспокоить)|умерл?а?|μην καλειτε",
].flatMap((line) => line.split(/\|(?![^(]*\))/));

/** Words that forbid calls as the whole value of a column, or in the name of a file. */
const valueWords = [
  "unsubscribed?|unsubscribes|(?:never|non|not) subscribed|opt(?:ed)? out|opt outs|cleaned|bounced|suppress(?:ed|ion)|block(?:ed)?(?: list)?|black ?list(?:ed)?|revoked|withdrawn|declined|refused|do not mail",
  "abgemeldet|abmeldungen|gesperrt|widerrufen|widersprochen|desinscrits?|desabonnes?|bloques?|bajas?|bloquead[oa]|cancellat[oi]|disiscritt[oi]|bloccat[oa]|descadastrad[oa]",
  "afgemeld|uitgeschreven|geblokkeerd|wypisan[yai]|zablokowan[ya]|avregistrerad|sparrad|afmeldt|frameldt|spærret|odhlasen[ya]?|iptal|engellendi|robinson(?: liste?a?)?",
];

const inWords = (words: readonly string[]) =>
  `(?<!\\p{L})(?:${words.join("|").replaceAll(" ?", " ").replaceAll(" ", "[^\\p{L}\\p{N}]*")})(?!\\p{L})`;
const cellPattern = new RegExp(`[†✝🚫⛔📵]|${inWords(cellWords)}`, "iu");
const valuePattern = new RegExp(inWords([...cellWords, ...valueWords]), "iu");

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

const vowels: Readonly<Record<string, string>> = { a: "[aà-å]", e: "[eè-ë]", i: "[iì-ï]", o: "[oò-ö]" };

/** First letters of the words, by which most names are ruled out quickly. */
const beginning = new RegExp(
  `[^\\x00-\u024f]|(?<![a-z])(?:${[...new Set(cellWords.map(beginningOf))].join("|")})`,
  "i",
);

/** "no call" as "n[oò-ö][^a-z]". */
function beginningOf(words: string): string {
  const letters = words.slice(0, 3).replace(/ .*/, "[^a-z]");
  return letters.replace(/(?<!\[\^)[aeio](?!-)/g, (vowel) => vowels[vowel] ?? vowel);
}

export const forbidsCalls = (text: string) => beginning.test(text) && cellPattern.test(folded(text));

/** The words of a column's value, or of a file's name, that say no; undefined without any. */
export const refusalIn = (text: string) => valuePattern.exec(folded(text))?.[0];
