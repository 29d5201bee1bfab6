/**
 * Phrases that speak against a call, by language, without accents. A blank stands for any separator, or none.
 */
const phrases = (...lines: readonly string[]) => lines.flatMap(alternatives);

/** Parts of a pattern between the bars that are in no group. */
export function alternatives(pattern: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const sign of pattern) {
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    if (sign === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The text says not to call. */
export const callPhrases = phrases(
  "dnc|dnd|do not (?:ever |please )?(?:call|contact|phone|dial|ring|disturb|telephone|cold call)|don t (?:ever |you )?(?:call|contact|phone|ring|dial|telephone)",
  "never (?:call|contact|phone|ring|dial|telephone)|no more (?:calls?|contact)|no further (?:calls?|contact)|no calls?(?=[^\\p{L}\\p{N}]*$)|no calls? please",
  "not to be (?:called|contacted|phoned|rung|disturbed)|not be (?:called|contacted|phoned|rung) (?:again|any ?more)|must not be (?:called|contacted)|should not be (?:called|contacted)|may not be (?:called|contacted)",
  "not want (?:us )?to (?:be (?:called|contacted|phoned|rung)|call)|not want (?:any |more |further |our |these )*(?:calls|contact)|(?:doesn|didn|don|wouldn) t want (?:us )?to (?:be (?:called|contacted|phoned|rung)|call)|(?:doesn|didn|don) t want (?:any |more |further |our |these )*(?:calls|contact)|wants no (?:more |further )*(?:calls|contact)|wanted no (?:more |further )*(?:calls|contact)|want no (?:more |further )*(?:calls|contact)",
  "not wish to be (?:called|contacted)|stop (?:calling|phoning|ringing|contacting)|quit calling|cease (?:calling|calls|contact|all calls|all contact)|refus(?:es|ed) (?:all |any |further |more )*(?:calls|contact)",
  "remove (?:me |him |her |them |us |this |number )*from (?:the |your |our |any |all )*(?:call(?:ing)? |phone |contact |dial(?:l?ing)? |telephone )*lists?|take (?:me|him|her|them|us) off|opt(?:s|ed|ing)? out(?! of (?:e ?mails?|news|sms|text|mail|post|paper|letters?))",
  "unsubscribed from (?:all )?(?:calls|phone)|(?:withdrew|withdrawn|revoked) (?:his |her |their |all )*consent|consent (?:was |is |has been )*(?:withdrawn|revoked)",
  "nicht (?:mehr |wieder |nochmal |nochmals |telefonisch )*(?:anrufen|kontaktieren(?! konnte)|angerufen|kontaktiert werden|belastigen|telefonieren)|nie (?:mehr |wieder )?anrufen|keine? (?:weiteren? |mehr )?(?:anrufe?|telefonanrufe?|kontaktaufnahme)(?: mehr)?(?! (?:erhalten|bekommen|angenommen|eingegangen|verpasst))",
  "werbe ?sperre|anruf ?sperre|kontakt ?sperre|telefon ?sperre|anrufe? (?:un)?erwunscht nicht|anrufe? unerwunscht|werbewiderspruch|widerspruch (?:gegen |eingelegt|erhalten)|einwilligung (?:wurde |ist )?widerrufen|wunscht keinen? (?:weiteren? )?(?:anrufe?|kontakt)|mochte nicht (?:mehr )?angerufen|will nicht (?:mehr )?angerufen",
  "ne (?:pas|plus|jamais) (?:l |la |le |les |nous )?(?:appeler|contacter|rappeler|telephoner|deranger)|ne (?:souhaite|veut|desire) (?:pas|plus) (?:etre |d |qu on )?(?:appel|contact|rappel)\\p{L}*|refuse (?:les |tout |toute )*(?:appel|demarchage|contact)\\p{L}*|plus d appels?|liste rouge",
  "no (?:le |la |les |lo |me |nos )?(?:llamar|llame|llamen|llames|contactar|contacten|molestar|telefonear)(?:le|la|les)?|no (?:volver|vuelvan|vuelva) a llamar|no (?:quiere|desea) (?:ser |que |mas |recibir )*(?:le |la |les |lo )?(?:llam|contact)\\p{L}*|nunca llamar",
  "non (?:chiamare|chiamate|chiamarlo|chiamarla|contattare|contattate|disturbare|telefonare|richiamare)|non (?:vuole|desidera) (?:piu )?(?:essere |ricevere )*(?:chiam|contatt|telefon|richiam)\\p{L}*|mai chiamare|niente chiamate",
  "nao (?:ligar|ligue|liguem|contactar|contatar|telefonar|telefone|perturb\\p{L}*|incomodar)|nao (?:quer|deseja) (?:mais )?(?:ser |receber )*(?:contact|contat|ligac|cham)\\p{L}*|nunca ligar",
  "niet (?:meer |opnieuw )*(?:bellen|gebeld|contacteren|benaderen|storen|opbellen)|nooit (?:meer )?bellen|bel me niet|niet bellen|bel-me-niet",
  "nie (?:dzwon(?:ic|cie)?|kontaktowac|telefonowac|zyczy sobie (?:kontaktu|telefonow)|chce (?:kontaktu|telefonow|rozmawiac))|prosze nie dzwonic|zakaz (?:kontaktu|telefonowania)",
  "ring (?:inte|ej|ikke|aldrig|aldri)|kontakta? (?:inte|ej|ikke)|far (?:inte|ej) (?:ringas|kontaktas)|vill (?:inte|ej) (?:bli )?(?:uppringd|kontaktad|ringd)|ma ikke (?:ringes|kontaktes)|skal ikke (?:ringes|kontaktes)|onsker ikke (?:opkald|at blive ringet|a bli ringt|kontakt)|ønsker ikke (?:opkald|at blive|a bli|kontakt)|vil ikke (?:ringes|kontaktes|blive ringet|bli ringt)|ikke ring",
  "nevolat|nevolejte|nevolajte|nekontaktovat|neprejede? si volani|nepreje si|uz nevolat|nikdy nevolat|ne zvati|ne zovite|ne zvat|ne klicati|ne klici|neskambinti|neskambinkite|nezvanit|mitte helistada",
  "aramay[iı]n(?:[iı]z)?|arama yapma(?:y[iı]n)?|aranmayacak|aranmas[iı]n|aranmak istemiyor|bir daha arama",
  "ala soita|alkaa soittako|ei saa soittaa|ei halua (?:puheluita|soittoja)|ei soiteta|ne hivja|ne hivjak|tobbet ne hiv|nu (?:sunati|suna|apelati|contactati|mai sunati)|nu doreste (?:sa fie|apel)",
  "не (?:звонить|звоните|беспокоить|звони|перезванивать|дзвонити|дзвоніть|турбувати|звънете|обаждайте|се обаждайте|зови|звати|зовите)|больше не звонить|просит не звонить|отказ от звонков",
  "μην (?:καλειτε|καλεσετε|τηλεφωνειτε|ενοχλειτε|ξανακαλεσετε)|να μην κληθει",
  "לא להתקשר|אל תתקשר\\p{L}*|לא מעוני\\p{L}* בשיחות|لا تتصل\\p{L}*|عدم الاتصال|لا يرغب في الاتصال|कॉल न करें|फोन न करें|khong goi|dung goi|jangan (?:telepon|hubungi|dihubungi)",
);

/** The text says that the person died. */
export const deathPhrases = phrases(
  "deceased|dead(?=\\s*[\\x29\\x5d])|(?<!real[^\\p{L}]{1,3})estate of|dec d(?=[^\\p{L}\\p{N}]*$)|passed away|(?:he|she|they|customer|client|contact|person|owner|patient|subscriber|member|sadly|now|husband|wife) (?:is |was |are |has |have |now |s |sadly |recently |been )*(?:dead|died)",
  "(?<!(?:call|line|phone|battery|connection|signal|mobile|car|laptop|lead|deal)[^\\p{L}]{1,3})died (?:in|on|last|this|of|from|suddenly|recently|yesterday|a|two|three|\\d)|is dead(?! (?:end|line|slow|set|on|easy|tired))|the late (?:mr|mrs|ms|dr)|is no longer alive",
  "verstorbene?[rnms]?|gestorben|ist tot|todesfall|nachlass von",
  "decede?e?s?(?! a)|est mort(?:e)?|feu (?:m|mme|monsieur|madame) ",
  "fallecid[oa]|fallecio|difunt[oa]|ha muerto|murio|defuncion",
  "decedut[oa]|defunt[oa]|e mort[oa]|e morto|e venut[oa] a mancare|scompars[oa]",
  "falecid[oa]|faleceu|morreu|obito",
  "overleden|is dood",
  "nie zyje|zmarl[ya]?",
  "avliden|avlidit|avdød|afdød|er død|er dod|gatt bort|ar dod",
  "zemrel[ay]?|zomrel[ay]?|umrl[ai]|umro(?: je)?|preminu[ol][ao]?|pokojn[aiy]|jis mire|ji mire|surnud",
  "vefat|merhum|hayat[iı]n[iı] kaybetti",
  "kuollut|menehtynyt|edesmennyt|elhunyt|meghalt|decedata?|a decedat|a murit",
  "умерл?а?|скончал(?:ся|ась)|покойн(?:ый|ая|ик)|помер(?:ла)?|померл[аи]|починал[аи]?|почина|преминуо|умро",
  "απεβιωσε|πεθανε|αποβιωσας|αποβιωσασα|εκλιπων",
  "נפטר\\p{L}*|מנוח\\p{L}*|متوف\\p{L}*|توفي|المرحوم\\p{L}*|मृत|मृत्यु|da mat|qua doi|meninggal(?: dunia)?|almarhum\\p{L}*",
);

/** The text says that the number is another person's, or nobody's. */
export const wrongNumberPhrases = phrases(
  "wrong (?:phone |tel |telephone |mobile |cell |contact )?(?:numbers?|nr|num|person|party|no(?=[^\\p{L}]|$))(?! of)|not (?:his|her|their|my|the right|the correct|this person s|the customer s) (?:phone |mobile |cell )?number|number (?:is |was )*(?:not|no longer) (?:his|hers|her|theirs|mine|correct|right|valid|in use|in service)",
  "number (?:is |was |has been )*(?:wrong|incorrect|disconnected|reassigned|out of service)|belongs to (?:someone|somebody|another|a different|a stranger|other)|no longer (?:his|her|their) (?:phone |mobile )?number|no longer in (?:use|service)|(?:line|phone) (?:is |was |has been )*disconnected|disconnected (?:number|line)",
  "falsche (?:telefon|ruf|handy|mobil)?nummer|(?:telefon|ruf|handy)?nummer (?:ist |war )?(?:falsch|ungultig|nicht vergeben|vergeben an)|nummer (?:gehort|ist von) (?:jemand\\p{L}*|eine[rm] andere[nrm]|nicht)|gehort (?:jemand\\p{L}* ander\\p{L}*|nicht (?:ihm|ihr|dem|der))|nicht (?:seine|ihre|die richtige) (?:telefon|handy)?nummer|kein anschluss unter|falscher (?:anschluss|ansprechpartner|teilnehmer)|falsch verbunden",
  "mauvais numero|faux numero|numero (?:est )?(?:errone|incorrect|non attribue|faux)|erreur de numero|pas (?:son|le bon|leur) numero|n est (?:pas|plus) (?:son|le bon|leur) numero",
  "numero (?:equivocado|incorrecto|erroneo|no existe)|no es su (?:numero|telefono)|telefono (?:equivocado|incorrecto|erroneo)",
  "numero (?:sbagliato|errato|inesistente|di un altro|non attivo)|non e il (?:suo )?numero|sbagliato numero",
  "numero (?:errado|incorreto|inexistente)|telefone errado|nao e (?:o )?(?:seu|dele|dela) numero",
  "verkeerd (?:telefoon)?nummer|fout (?:telefoon)?nummer|niet (?:zijn|haar|het juiste) nummer|nummer (?:klopt niet|is niet van|is verkeerd)",
  "zly numer|bledny numer|to nie jego numer|to nie jej numer|numer (?:nieaktualny|bledny|nie istnieje)|pomylka",
  "fel (?:telefon)?nummer|inte (?:hans|hennes|ratt) nummer|forkert (?:telefon)?nummer|feil (?:telefon)?nummer|nummeret er (?:feil|forkert)",
  "spatne cislo|chybne cislo|zle cislo|nespravne cislo|neni jeho cislo|pogresan broj|krivi broj|napacna stevilka|neteisingas numeris|nepareizs numurs|vale number",
  "yanl[iı]s numara|numara (?:yanl[iı]s|baskas[iı]na ait)",
  "vaara numero|ei hanen numeronsa|rossz szam|teves szam(?:ot)?|numar gresit|numarul este gresit",
  "(?:неверный|неправильный|ошибочный|чужой|не тот|грешен|погрешан|невірний|неправильний) (?:номер|број|телефон)|ошиблись номером|не (?:его|ее|их) номер",
  "λαθος (?:αριθμος|νουμερο|τηλεφωνο)|מספר (?:שגוי|לא נכון)|رقم (?:خاطئ|خطأ|غير صحيح)|गलत नंबर|sai so|nham so|salah nomor|nomor salah",
);

/** Words in a number's own cell by which somebody says that it must not or cannot be used. In other texts they are harmless. */
export const numberPhrases = phrases(
  "dead|died|rip|disconnected|out of service|not in service|not in use|out of use|unreachable|not reachable|invalid|not valid|not working|doesn t work|does not work|no longer valid|no longer works|cancelled|canceled|ceased|wrong|incorrect|blocked|barred|old number|old no|stop|don t use|do not use|not to be used|no calls?",
  "tot|gestorben|gesperrt|ungultig|falsch|nicht erreichbar|unerreichbar|nicht vergeben|abgemeldet|gekundigt|stillgelegt|alte nummer|nicht (?:mehr )?(?:verwenden|benutzen|gultig|aktuell|nutzen)|abgeschaltet",
  "mort(?:e)?|invalide|errone|hors service|plus (?:attribue|valide|en service)|resilie|ne plus utiliser|ne pas utiliser|bloque|non attribue|ancien numero|faux",
  "muert[oa]|murio|equivocado|invalido|no valido|fuera de servicio|no usar|no utilizar|no existe|bloqueado|dado de baja|numero viejo",
  "mort[oa]|sbagliato|errato|non valido|non attivo|disattivato|inesistente|bloccato|non usare|vecchio numero",
  "errado|fora de servico|nao usar|nao existe|inativo|desativado|numero antigo",
  "dood|ongeldig|verkeerd|buiten (?:gebruik|dienst)|niet (?:meer )?(?:gebruiken|geldig|in gebruik)|geblokkeerd|afgesloten|oud nummer",
  "niewazny|nieaktualny|zly|bledny|nie uzywac|nieaktywny|zablokowany",
  "dod|død|ogiltigt?|ugyldig|fel|forkert|feil|avstangt?|sperret|spærret|ikke i bruk|anvand (?:inte|ej)|brug ikke",
  "neplatne|neexistuje|nepouzivat|nefunguje|zrusene|neaktivni|mrtv[yae]",
  "gecersiz|yanl[iı]s|iptal|kullanilmiyor|hatali",
  "virheellinen|ei kaytossa|vaara|ervenytelen|hibas|rossz|nem el|invalid|nevalid|mort|gresit|neispravan|pogresan|ne koristiti",
  "мертв|неверный|недействителен|не (?:использовать|обслуживается|существует|работает)|заблокирован|отключен|неправильный|λαθος|ανενεργο|νεκρος",
);

/** Words that say no as the whole value of a column, or in the name of a file. */
export const valuePhrases = phrases(
  "unsubscribed?|unsubscribes|(?:never|non|not) subscribed|opt(?:ed)? out|opt outs|cleaned|bounced|suppress(?:ed|ion)|block(?:ed)?(?: list)?|black ?list(?:ed)?|revoked|withdrawn|declined|refused|do not mail",
  "abgemeldet|abmeldungen|gesperrt|widerrufen|widersprochen|desinscrits?|desabonnes?|bloques?|bajas?|bloquead[oa]|cancellat[oi]|disiscritt[oi]|bloccat[oa]|descadastrad[oa]",
  "afgemeld|uitgeschreven|geblokkeerd|wypisan[yai]|zablokowan[ya]|avregistrerad|sparrad|afmeldt|frameldt|spærret|odhlasen[ya]?|iptal|engellendi|robinson(?: liste?a?)?",
);
