/** A column's name without what does not matter: case, accents, marks, blanks, underscores, hyphens, width. */
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

/** Names of a column that holds a person's name, whole or one half of it. */
export const wholeNames = words(
  "name fullname displayname nombre nombrecompleto nom nomcomplet nome nomecompleto namen naam namn navn nume 姓名 氏名",
);
/** These may as well name an owner, a company or a source. */
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

/** Last names that their language puts first. */
export const leadingLastNames = words("vezetéknév családnév 姓 苗字 성");

const shortestPart = 6;
const longHalves = [...firstNames, ...lastNames].filter((half) => half.length >= shortestPart);

/** Whether a column seems to hold one half of a name: "Surname", "Customer surname". */
export const isHalfNameHeader = (name: string) =>
  firstNames.has(name) || lastNames.has(name) || longHalves.some((half) => name.includes(half));

const otherThings = [
  "city town stadt ^ort$ wohnort ville ciudad cidade citta region state provin county country land pais pays street stra[sß]",
  "address adress direcci compan firma organi[sz] empres societe aziend business depart abteil job role title anrede",
  "gender sex$ status stage source campaign segment group gruppe type category plan$ tariff product language sprache",
  "mail currency note comment remark bemerk message reason owner agent manager seller zone consent optin",
];
const otherPattern = new RegExp(otherThings.join(" ").replaceAll(" ", "|"));

/** Whether a column's words are, by its header, no part of a person's name. */
export const isOtherHeader = (name: string) => otherPattern.test(name);

/** Whether a header's cell is a name that numbers go by. */
export const isPhoneHeader = (name: string) => phoneNames.has(normalizeHeader(name));

/** Whether a header's cell is a name that numbers or names go by. */
export const isContactHeader = (name: string) =>
  [phoneNames, wholeNames, ambiguousNames, firstNames, lastNames].some((names) => names.has(normalizeHeader(name)));

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(" ").split(" ").map(normalizeHeader));
}
