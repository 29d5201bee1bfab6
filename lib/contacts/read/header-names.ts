/** Column name without case, accents, punctuation, blanks and full-width forms. */
export const normalizeHeader = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\ufeff\s_\-.:#()'’]/gu, "");

export const phoneNames = words(
  "phonenumber phone phoneno phonenr phonenum mobile mobilephone mobilenumber mobileno tel telno telephone telephonenumber",
  "msisdn cell cellphone cellnumber number contactnumber contactphone phone1 primaryphone e164 whatsapp whatsappnumber",
  "customerphone callerid to handy telefon telefonnummer telefono telefone celular movil portable numero numerodetelefono",
);

/** Headers of columns with full names. */
export const wholeNames = words(
  "name fullname displayname nombre nombrecompleto nom nomcomplet nome nomecompleto namen naam namn navn nume 姓名 氏名",
);
/** Headers that may also mean an owner, a company or a source. */
export const ambiguousNames = words(
  "contact contactname customer customername client clientname person recipient leadname lead",
);
export const firstNames = words(
  "firstname first givenname given forename vorname rufname prenom primeironome fname voornaam förnamn fornavn etunimi",
  "imię jméno meno ime prenume keresztnév utónév adı имя ім'я όνομα 名 이름 ชื่อ",
);
export const lastNames = words(
  "lastname last surname familyname family secondname nachname familienname zuname nomdefamille apellido apellidos lname",
  "sobrenome apelido apelidos cognome achternaam familienaam efternamn efternavn etternavn sukunimi nazwisko příjmení",
  "priezvisko prezime priimek soyadı фамилия прізвище επώνυμο นามสกุล vezetéknév családnév 姓 苗字 성",
);

/** Headers of last names in languages that put them first. */
export const leadingLastNames = words("vezetéknév családnév 姓 苗字 성");

const minHalfLength = 6;
const longHalves = [...firstNames, ...lastNames].filter((half) => half.length >= minHalfLength);

/** True if the header names one half of a name: "Surname", "Customer surname". */
export const isHalfNameHeader = (name: string) =>
  firstNames.has(name) || lastNames.has(name) || longHalves.some((half) => name.includes(half));

const otherHeaders = [
  "city town stadt ^ort$ wohnort ville ciudad cidade citta region state provin county country land pais pays street stra[sß]",
  "address adress direcci compan firma organi[sz] empres societe aziend business depart abteil job role title anrede",
  "gender sex$ status stage source campaign segment group gruppe type category plan$ tariff product language sprache",
  "mail currency label etikett note comment remark bemerk message reason owner agent manager seller zone consent optin",
];
const otherPattern = new RegExp(otherHeaders.join(" ").replaceAll(" ", "|"));

export const isOtherHeader = (name: string) => otherPattern.test(name);

export const isPhoneHeader = (name: string) => phoneNames.has(normalizeHeader(name));

export const isContactHeader = (name: string) =>
  [phoneNames, wholeNames, ambiguousNames, firstNames, lastNames].some((names) => names.has(normalizeHeader(name)));

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" ").map(normalizeHeader));
}
