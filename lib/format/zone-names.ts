/** Names that JavaScript engines still list, with the current name of the same zone. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The current name of a time zone: "Asia/Kolkata" for "Asia/Calcutta". */
export const currentZone = (zone: string) => renamed[zone] ?? zone;

/** Cities by which a zone was called before, in plain letters: "calcutta". */
export const zoneAliases = (zone: string) =>
  Object.entries(renamed)
    .filter(([, current]) => current === zone)
    .map(([old]) =>
      old
        .slice(old.lastIndexOf("/") + 1)
        .replaceAll("_", "")
        .toLowerCase(),
    );
