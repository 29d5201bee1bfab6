/** Current names of zones that the source calls by an old name. */
export const renamedZones = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Choibalsan": "Asia/Ulaanbaatar",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const russia =
  "Asia/Anadyr Asia/Irkutsk Asia/Kamchatka Asia/Krasnoyarsk Asia/Magadan Asia/Novosibirsk Asia/Omsk Asia/Sakhalin " +
  "Asia/Vladivostok Asia/Yakutsk Asia/Yekaterinburg Europe/Kaliningrad Europe/Moscow Europe/Samara";

/** Zones of prefixes that the source places in another country or city. An empty text: unknown. */
export const correctedPrefixes = {
  // The rest of +1: toll-free numbers, and area codes that the source does not know.
  1: "",
  // Orlando, Florida.
  1689: "America/New_York",
  7: russia,
  740: "Europe/Kaliningrad",
  7840: "Europe/Moscow",
  52: "America/Cancun America/Chihuahua America/Hermosillo America/Mazatlan America/Mexico_City America/Tijuana",
  52201: "America/Mexico_City",
  52998: "America/Cancun",
  211: "Africa/Juba",
  212: "Africa/Casablanca",
  213: "Africa/Algiers",
  218: "Africa/Tripoli",
  231: "Africa/Monrovia",
  245: "Africa/Bissau",
  353: "Europe/Dublin",
  353539253: "Europe/Dublin",
  370: "Europe/Vilnius",
  371: "Europe/Riga",
  372: "Europe/Tallinn",
  375: "Europe/Minsk",
  505: "America/Managua",
  850: "Asia/Pyongyang",
  853: "Asia/Macau",
  970: "Asia/Gaza Asia/Hebron",
};

/** Mobiles without area codes in countries of several zones. The source gives those of the largest city only. */
export const mobilePrefixes = {
  346: "Atlantic/Canary Europe/Madrid",
  347: "Atlantic/Canary Europe/Madrid",
  614: "Australia/Adelaide Australia/Brisbane Australia/Darwin Australia/Perth Australia/Sydney",
  628: "Asia/Jakarta Asia/Jayapura Asia/Makassar",
  79: russia,
};
