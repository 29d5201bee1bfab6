import { callingCodes, countriesOf, countryNames } from "./numbering-metadata";

const languages = "en de fr es it pt nl pl sv da nb fi cs sk hu ro hr sl tr el ru uk bg ar he hi id vi ja ko zh".split(
  " ",
);

/** ISO 3166 alpha-3 codes that begin with the country's alpha-2 code. */
const regularCodes = [
  "AFG AIA ALB ARG ASM AUS AZE BEL BFA BGR BHR BLM BMU BOL BRA BTN BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP CZE",
  "DEU DJI DMA DOM DZA ECU EGY ERI ESP ETH FIN FJI FRA GAB GBR GEO GGY GHA GIB GMB GRC GTM GUM HKG HND HRV HTI HUN",
  "IDN IMN IND IOT IRN ISL ITA JEY JOR JPN KEN KGZ KHM KIR KNA KWT LAO LBN LCA LIE LKA LSO LTU LUX LVA MAR MCO MDA",
  "MHL MKD MLI MMR MNG MRT MSR MUS MWI MYS NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NZL OMN PAN PER PHL PRI PSE QAT",
  "REU ROU RUS RWA SAU SDN SGP SHN SJM SLE SMR SOM SSD STP SXM SYR TCA TGO THA TJK TKL TLS TON TTO TWN TZA UGA USA",
  "UZB VAT VCT VEN VGB VIR VNM VUT WSM XKX YEM ZAF ZMB ZWE",
].join(" ");

/** Other alpha-3 codes, after their alpha-2 codes. */
const otherCodes = [
  "ADAND AEARE AGATG AMARM AOAGO ATAUT AWABW AXALA BABIH BBBRB BDBGD BIBDI BJBEN BNBRN BQBES BSBHS BYBLR BZBLZ",
  "CDCOD CFCAF CGCOG CKCOK CLCHL CNCHN CVCPV CWCUW DKDNK EEEST EHESH FKFLK FMFSM FOFRO GDGRD GFGUF GLGRL GNGIN",
  "GPGLP GQGNQ GWGNB GYGUY IEIRL ILISR IQIRQ JMJAM KMCOM KPPRK KRKOR KYCYM KZKAZ LRLBR LYLBY MEMNE MFMAF MGMDG",
  "MOMAC MPMNP MQMTQ MTMLT MVMDV MXMEX MZMOZ NUNIU PFPYF PGPNG PKPAK PLPOL PMSPM PTPRT PWPLW PYPRY RSSRB SBSLB",
  "SCSYC SESWE SISVN SKSVK SNSEN SRSUR SVSLV SZSWZ TDTCD TMTKM TNTUN TRTUR TVTUV UAUKR UYURY WFWLF YTMYT",
].join(" ");

/** Names that people use beside those of the Unicode data, and one-letter codes of vehicles. */
const commonNames: Readonly<Record<string, string>> = {
  AE: "UAE Emirates VAE",
  AT: "A Östereich Oesterreich Austriche",
  BA: "Bosnia",
  BE: "B",
  BN: "Brunei",
  BO: "Bolivia",
  CD: "DRC",
  CI: "IvoryCoast CoteIvoire Elfenbeinküste",
  CN: "PRC PRChina PeoplesRepublicofChina MainlandChina",
  CV: "CapeVerde",
  CZ: "CzechRepublic CeskaRepublika TschechischeRepublik RepubliqueTcheque RepublicaCheca RepubblicaCeca",
  DE: "D BRD FRG RFA BundesrepublikDeutschland FederalRepublicofGermany",
  DO: "DominicanRep",
  ES: "E",
  FR: "F RepubliqueFrancaise",
  GB: [
    "UK GreatBritain Britain England Scotland Wales NorthernIreland NIreland GBENG GBSCT GBWLS GBNIR GreatBritainUK",
    "UnitedKingdomofGreatBritainandNorthernIreland Großbritannien Grossbritannien GrandeBretagne GranBretaña GrãBretanha",
    "GranBretagna GrootBrittannië Storbritannia Inglaterra Inghilterra Angleterre Engeland Schottland Anglia Anglie Англия",
  ].join(" "),
  HK: "HongKong",
  HU: "H",
  IE: "IRL RepublicofIreland Eire Irland IrishRepublic",
  IT: "I",
  KR: "Korea RepublicofKorea ROK 한국",
  LU: "L Luxemburg",
  MD: "RepublicofMoldova",
  MK: "Macedonia",
  MM: "Burma",
  MO: "Macau Macao",
  NL: "Holland Hollande Holanda Olanda",
  NO: "N",
  PS: "Palestine",
  PT: "P",
  RU: "RussianFederation РФ РоссийскаяФедерация RussischeFöderation",
  SA: "KSA",
  SE: "S",
  SK: "SlovakRepublic SlovenskaRepublika SlowakischeRepublik",
  SZ: "Swaziland",
  TL: "EastTimor",
  TR: "Turkey",
  US: [
    "America UnitedStatesofAmerica EEUU EUA USofA США VereinigteStaatenvonAmerika EtatsUnisdAmerique",
    "EstadosUnidosdeAmerica EstadosUnidosdaAmerica StatiUnitidAmerica VerenigdeStatenvanAmerika StanyZjednoczoneAmeryki",
  ].join(" "),
  VN: "VietNam",
};

/** Letters and digits of a name, without case, accents, blanks and punctuation. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}\p{P}\p{S}\s]/gu, "")
    .toLowerCase();

let namesByCountry: ReadonlyMap<string, readonly string[]> | undefined;
let countriesByName: ReadonlyMap<string, string> | undefined;

/** Names and codes of a country in plain letters: ISO codes, names in many languages, and the calling code of its own. */
export const countryAliases = (country: string): readonly string[] => {
  namesByCountry ??= createNames();
  return namesByCountry.get(country) ?? [];
};

/** The country that a cell names. Countries with one calling code are named by that of the largest. */
export function countryNamed(text: string): string | undefined {
  if (!countriesByName) {
    const all = new Map<string, string>();
    // Codes win over names, and English names over those of other languages.
    for (let index = 0; index < maxNames; index += 1)
      for (const country of countryNames) {
        const name = countryAliases(country)[index];
        if (name !== undefined && !all.has(name)) all.set(name, country);
      }
    countriesByName = all;
  }
  const named = (part: string) => countriesByName?.get(plain(part).replace(/^(?:00|011)(?=[1-9])/, ""));
  return (
    named(text) ??
    named(text.replace(/^\s*(?:the|la|le|les|el|die)\s|\b(?:republic|kingdom|state) of\b/gi, "")) ??
    namedInParts(text, named)
  );
}

const fewestLetters = 3;

/** The country of "Germany (DE)" or "USA - California". Two letters alone may be a state: "IN - Indiana". */
function namedInParts(text: string, named: (part: string) => string | undefined): string | undefined {
  const parts = text.split(/[()[\]/,;:|]|\s[-–]\s|(?<=^\p{Lu}{2})-/u).filter((part) => part.trim() !== "");
  if (parts.length < 2) return undefined;
  const found = new Set(parts.flatMap((part) => named(part) ?? []));
  const isCertain = parts.some((part) => plain(part).length >= fewestLetters && named(part));
  return found.size === 1 && isCertain ? [...found][0] : undefined;
}

const maxNames = 90;

function createNames(): ReadonlyMap<string, readonly string[]> {
  const longCodes = new Map([
    ...regularCodes.split(" ").map((code) => [code.slice(0, 2), code] as const),
    ...otherCodes.split(" ").map((code) => [code.slice(0, 2), code.slice(2)] as const),
  ]);
  const displayNames = languages.map((language) => new Intl.DisplayNames(language, { type: "region" }));
  const ownCodes = new Map(callingCodes.map((code) => [countriesOf(code)[0], code]));
  return new Map(
    countryNames.map((country) => {
      const codes = [country, longCodes.get(country) ?? "", ownCodes.get(country) ?? ""];
      const common = (commonNames[country] ?? "").split(" ");
      const names = displayNames.map((display) => display.of(country) ?? "");
      return [country, [...new Set([...codes, ...common, ...names].map(plain))].filter(Boolean)];
    }),
  );
}
