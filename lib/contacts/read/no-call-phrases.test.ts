import { expect, test } from "vitest";
import { forbidsName, forbidsNumber, refusalKind } from "./no-call-words";

const refusals = {
  English: `asked us not to call|D.N.C.|Please don't ring any more|asked to be taken off the list|requested no contact
    no telemarketing|cease and desist|GDPR erasure request|known litigator|registered with the TPS since 2019|R.I.P.|WN
    has passed on|no such person|not known at this number|new owner of the number|bad number|invalid phone number
    doesn't live here anymore|never ever call again|said not to ring|won't accept calls|no consent|wrong #|line dead|number belongs to his ex
    reported to Ofcom|asked for removal|disconnected|no longer with us|does not want to hear from us`,
  German: `Kein Telefonkontakt erwünscht|Anrufe nicht erwünscht|wünscht keine Werbung per Telefon|Anrufverbot|Hat widersprochen
    bitte von der Liste nehmen|aus Verteiler löschen|Rufen Sie mich nicht mehr an|Sperrvermerk|verst. 2023|Kunde verst. 01/24
    tot|Falscher Anschluß|falsche Nr.|Tel. falsch|Nummer stimmt nicht mehr|kein Anschluss|gehört jetzt jemand anderem
    Fremde Person unter dieser Nummer|Widerspruch 12.3.2025|kein tel. Kontakt|DSGVO Löschung|unter dieser Nummer unbekannt|Tod 2023|steht auf der Robinsonliste|noch nicht verstanden, nicht mehr anrufen`,
  French: `n'appelez plus|ne m'appelez plus|ne veut plus être démarché|s'oppose au démarchage|inscrit Bloctel|DCD le 12/03
    à retirer de la liste|décès de monsieur|n° erroné|mauvais n°|numéro attribué à quelqu'un d'autre|stop appels
    demande à ne plus être appelé|demande de suppression|ce n'est pas lui|numéro plus attribué`,
  Spanish: `no quiere que le llamemos|no me llamen más|inscrito en lista Robinson|solicitó darse de baja de la lista
    el número no es de él|número no corresponde|equivocado|llamadas no deseadas|solicita no ser llamado|pide que no le llamemos|no existe el número|lista negra`,
  Portuguese: `não me ligue|pediu para não ser contatado|remover da lista|engano|nº errado|telefone não é dele`,
  Italian: `iscritto al registro delle opposizioni|non ricontattare|cancellare dalla lista|morto nel 2022|il numero non è suo`,
  Dutch: `geen telefoontjes meer|bel hem niet|van de lijst halen|overl. 2022|nummer niet meer in gebruik`,
  Polish: `sprzeciw marketingowy|wycofał zgodę|zgon|numer nie należy do klienta|nie ten numer|nie życzy sobie kontaktu`,
  Nordic: `ska inte ringas|inga fler samtal|spärrad i NIX|reservert mot telefonsalg|må ikke ringes op|død|dödsbo|gik bort
    nummeret tilhører en annen|felaktigt nummer|ei saa ottaa yhteyttä|soittokielto|väärä henkilö`,
  Slavic: `вызов запрещён|звонки запрещены|номер не принадлежит|удалить из базы|помилковий номер|нет в живых|не желае обаждания
    mrtvý|číslo nesouhlasí|nekontaktujte|umrl|ne želi poziva|neprajem si, nepraje si`,
  "Turkish, Hungarian, Romanian and Greek": `öldü|ölmüş|rahatsız etmeyin|ne keressék|nem kér hívást|téves kapcsolás
    a nu se suna|număr nealocat|δεν θέλει να τον καλούμε|μην τον ξανακαλέσετε`,
  "languages of other scripts": `電話禁止|連絡しないでください|間違い番号|他界|别打了|不是本人|过世|不想联系|연락하지 마세요|결번
    돌아가셨습니다|الرقم خطأ|ممنوع الاتصال|đừng gọi|đã mất|sai số|jangan dihubungi|फोन मत करो|ไม่ต้องโทร|להסיר מהרשימה`,
};

const linesOf = (text: string) => text.split(/[|\n]/).map((line) => line.trim());

test.each(Object.entries(refusals))("finds refusals in %s", (_languages, texts) =>
  expect(linesOf(texts).filter((text) => !refusalKind(text))).toEqual([]),
);

test.each([
  "not deceased",
  "has not opted out",
  "Customer: not deceased",
  "noch nicht angerufen",
  "nog niet gebeld",
  "Kein Kontakt zustande gekommen",
  "Widerspruch gegen Rechnung",
  "Rechnung widersprochen",
  "assurance décès",
  "Credit check: passed",
  "FALSCH",
  "YANLIŞ",
  "SP",
  "no consent needed",
  "belongs to the tennis club",
  "Todtmoos",
  "not before May",
  "lost his consent form? no",
  "Tamam, oldu",
  "需要电话联系",
  "特别电话",
  "không gọi được",
  "requested removal of old meter",
  "bitte Zähler löschen",
  "invalid email",
  "Kundennummer stimmt nicht",
  "disconnected the old meter",
  "не хочет менять тариф",
  "nie chce zmiany umowy",
  "refuse le devis",
])("refusalKind says nothing about %s", (text) => expect(refusalKind(text)).toBeUndefined());

test("keeps a refusal that follows the negation of something else", () => {
  for (const text of ["ne répond pas décédé", "did not answer deceased", "svarar inte avliden"])
    expect(refusalKind(text)).toBe("death");
});

test.each([
  "Ed Fox RIP",
  "Ed Fox R.I.P.",
  "Late Mr Gill",
  "Huber (tot)",
  "Max Muster - gesperrt",
  "Ann Lee [dead]",
  "Bo (TPS)",
])("forbidsName finds the words in %s", (name) => expect(forbidsName(name)).toBe(true));
test.each([
  "Rip Torn",
  "Ken Stop",
  "Tot Hill",
  "Anna-Maria Mort",
  "Robinson Crusoe",
  "Lee (Leeds)",
  "Fox - Berlin",
  "Kate Mr",
])("forbidsName finds none in %s", (name) => expect(forbidsName(name)).toBe(false));
test.each(["+44 20 7946 0111 TPS", "0171 3920081 ✗", "020 7946 0102 (CTPS)"])(
  "forbidsNumber finds the mark in %s",
  (cell) => expect(forbidsNumber(cell)).toBe(true),
);
