import type { Column, ConsentColumn, ConsentMeaning } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { normalizeHeader } from "./header-names";
import { forbidsCalls, refusalIn } from "./no-call-words";
import { isBareAnswer, mayNameRegister, namesRegister, registerMark } from "./register-marks";

const block = pattern(
  "^litigator litigator(flag|status|match|hit)?$ ^(dateof)?death deathdate deathflag dateofdeath ^died diedon sterbe todes(tag|datum|fall) verstorb datededeces ^deces fechadefuncion fechafalleci fechademuerte defuncion fallecimiento dataobito ^obito falecimento datadecesso decesso datadimorte dataamorte dataoverlijden overlijden sterftedatum datazgonu zgon smierci dodsdato dødsdato dodsdatum datumumrti umrti olumtarih smrti halaldatum kuolinp surmaaeg",
  "optout optedout unsubscri suppress blacklist blocklist ^blocked block(ed|ing)?(flag|mark|status)$ sperr(e|en|vermerk|kennzeichen)?$ gesperrt widerspruch widerruf",
  "abgemeldet abmeldung desinscri desabonn listenoire opposition baja$ bloquead listanegra oposicion disiscri bloccat opposizion descadastr",
  "afgemeld uitgeschreven geblokkeerd belmeniet wypisan zablokowan avregistrer sparra[dt] nixad nixregist afmeldt frameldt fravælg spærret odhlas blokovan engelli callblock",
);
const permission = pattern(
  "consent opt(ed)?in$ optin(status|flag|call|phone) (may|can|okto)call allowcall calls?allowed acceptscalls acceptsphone ^permission permission(tocall)?$ ^tcpa ^gdpr ^dsgvo ^rgpd",
  "werbungerlaubt werbeerlaubnis ^telefonwerbung anrufe?(erlaubt|gestattet|erwunscht) telefonkontakt(erlaubt)?$ ^telemarketing$ (phone|telephone|call|calls)marketing$ marketing(phone|calls?|telephone)$ (call|contact)able$ (call|phone|contact)(allowed|permitted|permission|ok)$ okto(phone|contact) ^demarchage ^prospection llamadaspermitidas puedellamar permitellamadas",
  "einwillig zustimm einverst erlaubnis accord$ autoris autoriz aceptallamad permiso$ consenso toestemming akkoord zgoda samtyck samtykk souhlas ^izin izni$ ^onay r[iı]za permissao suostumus hozzajarul",
);
const status = pattern(
  "^(contact|lead|customer|client|member|person|call|phone|kunden|kontakt|marketing|marketingcontact|subscri(ption|ber))?status$ ^subscri(bed|ption)$ ^statut$ ^estatus$ ^situacao$ ^durum$ ^tila$",
);
/** Other ways to reach a person. Their consent says nothing about calls. */
const otherChannel = pattern(
  "mail newsletter sms fax whatsapp text(s|ing|messages?)?$ post(al)?$ utskick courriel correo push cookie",
);
const callChannel = pattern(
  "call phone tel anruf appel llama chiam ligar bellen dzwon ring opkald vola aran arama voice mobil",
);
/** Headers about a consent that hold no answer. */
const noAnswer = pattern("(time|date|datum|timestamp|zeit|zeitpunkt|fecha|ip|source|quelle|text|version|by)$");

type ConsentInput = {
  mapping: Mapping;
  /** Columns of phone numbers, which hold no answers. */
  numberColumns: readonly number[];
  fileName: string;
};

type Rows = readonly (readonly string[])[];

/** Columns that look like consent or a register's answer, by header, values or file name. Mapped columns are not among them. */
export function findConsentColumns(
  columns: readonly Column[],
  rows: Rows,
  { mapping: { phone, name, country, area }, numberColumns, fileName }: ConsentInput,
): ConsentColumn[] {
  const isOfRegister = mayNameRegister(fileName);
  return columns.flatMap(({ name: header }, column) => {
    if ([phone, country, area, ...name, ...numberColumns].includes(column)) return [];
    const meaning =
      registerMeaning(rows, column, { header, isOfRegister }) ??
      consentMeaning(header) ??
      (holdsRefusals(rows, column, header) ? "status" : undefined);
    return meaning ? [{ column, meaning }] : [];
  });
}

export function consentMeaning(header: string): ConsentMeaning | undefined {
  const name = normalizeHeader(header);
  if (isOtherChannel(name)) return undefined;
  if (namesRegister(header)) return noAnswer.test(name) ? undefined : "register";
  if (forbidsCalls(header) || forbidsCalls(spaced(header)) || block.test(name)) return "block";
  if (permission.test(name)) return noAnswer.test(name) ? undefined : "permission";
  return status.test(name) ? "status" : undefined;
}

/** Bare answers mean something only if header, file name or a mark beside them says that a register gave them. */
function registerMeaning(
  rows: Rows,
  column: number,
  { header, isOfRegister }: { header: string; isOfRegister: boolean },
): ConsentMeaning | undefined {
  const name = normalizeHeader(header);
  if (isOtherChannel(name) || noAnswer.test(name)) return undefined;
  if (namesRegister(header)) return "register";
  const values = rows.flatMap((cells) => cells[column]?.trim() || []);
  const answers = values.filter((value) => isBare(value) || registerMark(value) !== undefined);
  if (values.length === 0 || answers.length < values.length * mostly) return undefined;
  const isClear = consentMeaning(header) === "block" || consentMeaning(header) === "permission";
  if (isClear) return undefined;
  const marks = new Set(answers.filter((value) => !isBareAnswer(value)).map(registerMark));
  const isMarked = marks.has("listed") && answers.some(isBareAnswer);
  const isCompared = marks.has("unclear") && answers.some((value) => matchWord.test(value));
  // Rows with a mark in words are left out by themselves.
  const isNamed = (isOfRegister || mayNameRegister(header)) && answers.some(isBare);
  return isNamed || isMarked || isCompared ? "register" : undefined;
}

const mostly = 0.6;
const isBare = (value: string) => isBareAnswer(value) || value.length === 1;
const matchWord = /^(?:no |not |un)?(?:match(?:ed|es)?|hit|found|listed)$/i;

/** True for the consent to another way than calls, such as e-mail. `name` is a normalized header. */
export const isOtherChannel = (name: string) => otherChannel.test(name) && !callChannel.test(name);

/** "IsDoNotCall" as words. */
const spaced = (header: string) => header.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");

const maxWords = 4;
/** More values than these are notes, whose rows are asked about one by one. */
const maxValues = 12;

/**
 * True if a value of the column is nothing but words that say no, such as "unsubscribed". Words that forbid calls need no
 * question, because their rows are left out by themselves.
 */
const holdsRefusals = (rows: readonly (readonly string[])[], column: number, header: string) =>
  !isOtherChannel(normalizeHeader(header)) &&
  new Set(rows.map((cells) => cells[column]?.trim())).size <= maxValues &&
  rows.some((cells) => {
    const value = cells[column]?.trim() ?? "";
    return value.split(/\s+/).length <= maxWords && refusalIn(value)?.length === value.length && !forbidsCalls(value);
  });

const yes = words(
  "yes y true 1 x ok ja j wahr oui vrai si verdadero vero sim s tak t prawda ano evet igen kylla da ✓ ✔ on",
);
const no = words("no n false 0 off nein falsch non faux falso nao nee nie nej nei ne hayir hayır h nem ei");
const given = words(
  "subscribed optedin optin granted given accepted allowed consented confirmed callable erteilt zugestimmt erlaubt accorde accepte aceptado concesso akkoord udzielona onaylandi onaylandı",
);
const lifted = words("inactive inaktiv inactif inactivo inattivo inativo notblocked allowed callable");

/** True only if a value clearly allows calls. A blank or unknown value does not. */
export function allowsCalls(meaning: ConsentMeaning | undefined, value: string): boolean {
  const word = normalizeHeader(value);
  if (meaning === "block") return no.has(word) || lifted.has(word);
  return meaning === "permission" && (yes.has(word) || given.has(word));
}

/** Value as compared: without case, spaces around it and full-width forms. */
export const valueKey = (cell: string) => cell.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

function pattern(...lines: string[]): RegExp {
  return new RegExp(lines.join(" ").replaceAll(" ", "|"));
}

function words(line: string): ReadonlySet<string> {
  return new Set(line.split(" ").map(normalizeHeader));
}
