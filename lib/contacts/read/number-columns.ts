import type { Column } from "@/lib/contacts/engine";
import type { Mapping } from "@/lib/contacts/plan";
import { isDate } from "@/lib/numbers/phone-text";
import { normalizeHeader } from "./header-names";
import { looksLikePhone } from "./looks-like-phone";

type Rows = readonly (readonly string[])[];

const plainForm = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "");
const pattern = (...lines: readonly string[]) => new RegExp(plainForm(lines.join(" ")).replaceAll(" ", "|"));

const mobileHeader = pattern(
  "mobil mobiel handy ^cell cellphone cellular cellulare celular movil ^portable$ telephoneportable ^gsm gsm$ natel smartphone telemovel komork komorka matkapuhelin kannykka ^cep ceptel ceptelefon",
  "whatsapp mobitel kinito κινητο мобил сотов 携帯 手机 手機 휴대 핸드폰 มือถือ",
);
const phoneHeader = pattern(
  "phone telefon telephon telefo teleph ^tel$ ^tel[0-9]$ ^(tel|fon)(no|nr|num|[0-9]) ^fon$ msisdn e164 rufnummer festnetz landline ^fijo puhelin тел τηλ 電話 电话 전화 โทรศัพท์ fax facsimile ^callerid$ didnumber switchboard contactnumber durchwahlnummer nummertelefon sdt",
);
const faxHeader = pattern("fax pager telex teletex ficsimile modem");
/** Numbers of another person, or of no person. */
const otherPersonHeader = pattern(
  "emergency notfall urgenc emergenza parent eltern mother father mutter vater spouse partner wife husband assistant assistent manager owner agent broker sales support hotline helpdesk kin$ guardian vormund referr referenc berater betreuer vermittler recruiter supplier company firma company firmen zentrale switchboard employer arbeitgeber doctor arzt supervisor callerid didnumber",
);
/** Columns about a number that hold none. */
const aboutNumber = pattern(
  "type$ typ$ label etikett bezeichnung ^art$ art$ kind$ tipo rodzaj date datum time zeit status valid verified check$ consent optin optout country land$ pays$ code$ vorwahl prefix ext$ extension durchwahl nebenstelle carrier provider anbieter model modell brand os$ source quelle note bemerk comment count anzahl duration dauer hash id$ lookup result app$ plan$ tarif call$ calls$ bill price",
);
const labelHeader = pattern(
  "type$ typ$ label$ etikett bezeichnung art$ kind$ tipo$ tip$ rodzaj type[0-9]$ typ[0-9]$ label[0-9]$ etichetta etiqueta soort 種類 类型 ラベル",
);
const extensionHeader = pattern(
  "^ext$ ^extn$ ^xtn$ ^ext[0-9.]*$ extension$ ^extno$ ^extnr$ extensionnumber extensionno phoneext telext durchwahl nebenstelle ^dw$ klappe ^poste$ ^interno$ ^anexo$ ^ramal$ toestel anknytning ^lokalnummer$ wewnetrzny klapka linka$ mellek dahili alanumero внутренний добавочный 内線 分机 分機 내선",
);

const isFaxLabel = pattern("fax", "pager", "telex", "beeper", "modem", "tty", "isdn", "data$");

/** True for a label that says that nobody can be called at the number. */
export const isUncallable = (label: string) => label !== "" && isFaxLabel.test(normalizeHeader(label));

/** True for the header of a column that says something about a number, such as "Phone status". */
export function isAboutNumber(header: string): boolean {
  const name = plainForm(normalizeHeader(header));
  return (
    aboutNumber.test(name) && (mobileHeader.test(name) || phoneHeader.test(name) || /number|nummer|numero/.test(name))
  );
}

const labelWords =
  /^(?:work|home|mobile?|mobil|cell|handy|main|other|private?|privat|business|office|buro|geschaftlich|arbeit|dienstlich|festnetz|haupt|sonstige|fax|workfax|homefax|otherfax|fax(?:buro|privat|work|home)|pager|landline|domicile|bureau|travail|portable|maison|autre|casa|trabajo|movil|celular|fijo|otro|trabalho|ufficio|lavoro|cellulare|altro|thuis|werk|mobiel|hem|arbete|dom|praca|iphone|tel|telefon|phone|voice)(?:\d|tel|phone|telefon)?$/;

const mostly = 0.6;

function filled(rows: Rows, column: number) {
  return rows.flatMap((cells) => cells[column]?.trim() || []);
}

const share = (cells: readonly string[], matches: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(matches).length / cells.length;

/** A number as people write it, and no plain ID or date. */
const isWrittenNumber = (cell: string) => looksLikePhone(cell) && !isDate(cell) && /^\D*[+0]|[\s()/-]/.test(cell);

/** Columns of phone numbers of any kind, by header or by values. */
export function findNumberColumns(columns: readonly Column[], rows: Rows): number[] {
  return columns.flatMap(({ name }, column) => {
    const header = plainForm(normalizeHeader(name));
    if (aboutNumber.test(header)) return [];
    const cells = filled(rows, column);
    const isNamed = mobileHeader.test(header) || phoneHeader.test(header);
    const isNumbers = share(cells, looksLikePhone) >= mostly;
    if (isNamed && (cells.length === 0 || share(cells, (cell) => /\d{3}/.test(cell)) > 0)) return column;
    return isNumbers && share(cells, isWrittenNumber) >= mostly ? column : [];
  });
}

/** The label column of each column of numbers: "Phone 1 - Type" beside "Phone 1 - Value", or a column of such words. */
export function findLabels(
  columns: readonly Column[],
  rows: Rows,
  numbers: readonly number[],
): readonly (number | undefined)[] {
  const headers = columns.map(({ name }) => plainForm(normalizeHeader(name)));
  const isLabel = (column: number) => {
    if (column < 0 || column >= columns.length || numbers.includes(column)) return false;
    const cells = filled(rows, column);
    const isWords = share(cells, (cell) => labelWords.test(plainForm(normalizeHeader(cell)))) >= mostly;
    return isWords || (labelHeader.test(headers[column] ?? "") && share(cells, isUncallable) > 0);
  };
  const isNamedAlike = (one: number, other: number) => {
    const [a = "", b = ""] = [headers[one], headers[other]];
    const digits = /\d+/.exec(a)?.[0];
    return digits === /\d+/.exec(b)?.[0] && a.slice(0, 3) === b.slice(0, 3);
  };
  return columns.map((_, column) => {
    if (!numbers.includes(column)) return undefined;
    const beside = [column - 1, column + 1].filter(isLabel);
    return beside.find((label) => isNamedAlike(label, column)) ?? beside[0];
  });
}

/** The column with the extension of each number. */
export function findExtension(columns: readonly Column[], rows: Rows): number | undefined {
  const found = columns.findIndex(
    ({ name }, column) =>
      extensionHeader.test(plainForm(normalizeHeader(name))) &&
      share(filled(rows, column), (cell) => /^\D{0,6}\d{1,6}$/.test(cell)) >= mostly,
  );
  return found < 0 ? undefined : found;
}

/** Columns to read the numbers of a row from, the called ones first. */
export function numberColumnsOf({ phone, fallback, others }: Mapping, found: readonly number[]): readonly number[] {
  const all = [phone, ...(fallback === undefined ? [] : [fallback]), ...(others ?? found)];
  return [...new Set(all)].filter((column) => column >= 0);
}

type PhoneGuess = { phone: number; fallback?: number };

const isSecond = (header: string) => /[2-9]$/.test(header.replace(/(?:value|wert|valor|valeur|valore)$/, ""));

/** Prefers the mobile column. The other column of the same person is the second. */
export function preferMobile(columns: readonly Column[], numbers: readonly number[], guessed: number): PhoneGuess {
  const headers = columns.map(({ name }) => plainForm(normalizeHeader(name)));
  const headerOf = (column: number) => headers[column] ?? "";
  const own = numbers.filter(
    (column) =>
      !faxHeader.test(headerOf(column)) &&
      !otherPersonHeader.test(headerOf(column)) &&
      (columns[column]?.samples.length ?? 0) > 0 &&
      !columns[column]?.isHidden,
  );
  const isMobile = (column: number) => mobileHeader.test(headerOf(column));
  const mobiles = own.filter((column) => isMobile(column) && !isSecond(headerOf(column)));
  const isExact = columns[guessed]?.name.trim().toLowerCase() === "phone_number";
  const firsts = own.filter((column) => !isSecond(headerOf(column)));
  const only = guessed < 0 && own.length > 1 && firsts.length === 1 ? (firsts[0] ?? guessed) : guessed;
  const phone = mobiles.length === 1 && !isExact ? (mobiles[0] ?? only) : only;
  if (phone < 0) return { phone };
  const others = own.filter((column) => column !== phone);
  const byRank = [others.filter(isMobile), others.filter((column) => column === guessed), others];
  const fallback = byRank.find((found) => found.length > 0)?.[0];
  return fallback === undefined ? { phone } : { phone, fallback };
}
