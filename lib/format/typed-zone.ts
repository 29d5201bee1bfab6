import { currentZone, zoneAliases } from "./zone-names";
import { isZone } from "./zoned-time";

/**
 * Abbreviations with the zones that use them, the most common first. "CET" and "CEST" both mean the clocks of that zone,
 * because people write either in any season.
 */
const abbreviations: readonly [names: string, zones: string][] = [
  ["utc gmt z zulu", "UTC"],
  ["bst", "Europe/London Asia/Dhaka"],
  ["wet west", "Europe/Lisbon"],
  ["cet cest met mez mesz", "Europe/Berlin"],
  ["eet eest", "Europe/Athens"],
  ["msk", "Europe/Moscow"],
  ["trt", "Europe/Istanbul"],
  ["wat", "Africa/Lagos"],
  ["eat", "Africa/Nairobi"],
  ["sast", "Africa/Johannesburg"],
  ["gst", "Asia/Dubai"],
  ["pkt", "Asia/Karachi"],
  ["ist", "Asia/Kolkata Europe/Dublin Asia/Jerusalem"],
  ["npt", "Asia/Kathmandu"],
  ["ict", "Asia/Bangkok"],
  ["wib", "Asia/Jakarta"],
  ["hkt", "Asia/Hong_Kong"],
  ["sgt", "Asia/Singapore"],
  ["pht", "Asia/Manila"],
  ["jst", "Asia/Tokyo"],
  ["kst", "Asia/Seoul"],
  ["awst", "Australia/Perth"],
  ["acst acdt", "Australia/Adelaide"],
  ["aest aedt", "Australia/Sydney"],
  ["nzst nzdt", "Pacific/Auckland"],
  ["brt", "America/Sao_Paulo"],
  ["art", "America/Argentina/Buenos_Aires"],
  ["nst ndt", "America/St_Johns"],
  ["ast adt", "America/Halifax Asia/Riyadh"],
  ["est edt et", "America/New_York"],
  ["cst cdt ct", "America/Chicago Asia/Shanghai America/Havana"],
  ["mst mdt mt", "America/Denver America/Phoenix"],
  ["pst pdt pt", "America/Los_Angeles Asia/Manila"],
  ["akst akdt", "America/Anchorage"],
  ["hst", "Pacific/Honolulu"],
];

/** Large cities that give no zone its name. */
const cities: readonly [zone: string, names: string][] = [
  ["Europe/Berlin", "munich,munchen,hamburg,frankfurt,cologne,koln,dusseldorf,stuttgart,leipzig,germany"],
  ["Europe/London", "manchester,birmingham,edinburgh,glasgow,leeds,bristol,cardiff,uk,england"],
  ["Europe/Paris", "lyon,marseille,toulouse,lille,bordeaux,france"],
  ["Europe/Madrid", "barcelona,valencia,seville"],
  ["Europe/Rome", "milan,milano,roma,naples,turin,italy"],
  ["Europe/Vienna", "wien,graz,austria"],
  ["Europe/Zurich", "geneva,basel,bern,lausanne,switzerland"],
  ["Europe/Amsterdam", "rotterdam,utrecht,the hague,netherlands"],
  ["Europe/Brussels", "antwerp,ghent,belgium"],
  ["Europe/Warsaw", "krakow,gdansk,wroclaw,poland"],
  ["Europe/Lisbon", "porto"],
  ["Europe/Istanbul", "ankara"],
  ["Asia/Kolkata", "mumbai,bombay,delhi,new delhi,bangalore,bengaluru,chennai,hyderabad,pune,india"],
  ["Asia/Karachi", "lahore,islamabad,pakistan"],
  ["Asia/Shanghai", "beijing,shenzhen,guangzhou,china"],
  ["Asia/Tokyo", "osaka,kyoto,japan"],
  ["Asia/Dubai", "abu dhabi"],
  ["Asia/Jerusalem", "tel aviv,israel"],
  ["Asia/Ho_Chi_Minh", "hanoi,vietnam"],
  ["Africa/Johannesburg", "cape town,durban,pretoria,south africa"],
  ["Australia/Sydney", "canberra"],
  ["Pacific/Auckland", "wellington,new zealand"],
  ["America/New_York", "nyc,boston,washington,philadelphia,atlanta,miami,orlando,charlotte"],
  ["America/Chicago", "dallas,houston,austin,minneapolis,st louis,nashville"],
  ["America/Los_Angeles", "san francisco,san diego,seattle,portland,las vegas,sacramento"],
  ["America/Toronto", "montreal,ottawa"],
  ["America/Sao_Paulo", "rio,rio de janeiro,brasilia"],
];

let zoneByName: ReadonlyMap<string, readonly string[]> | undefined;

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("_", " ");

type Named = [name: string, zones: readonly string[]];

function namedZones(): ReadonlyMap<string, readonly string[]> {
  const zones = Intl.supportedValuesOf("timeZone").map(currentZone);
  return new Map<string, readonly string[]>([
    ...zones.flatMap((zone) => zoneAliases(zone).map((alias): Named => [alias, [zone]])),
    ...zones.map((zone): Named => [plain(zone.slice(zone.lastIndexOf("/") + 1)), [zone]]),
    ...zones.map((zone): Named => [plain(zone), [zone]]),
    ...cities.flatMap(([zone, names]) => names.split(",").map((name): Named => [name, [zone]])),
    ...abbreviations.flatMap(([names, of]) => names.split(" ").map((name): Named => [name, of.split(" ")])),
  ]);
}

const offsetPattern =
  /^(?:(?:utc|gmt) ?(?<sign>[+-])(?<hours>\d{1,2})|(?<sign4>[+-])(?<hours4>\d{2})(?=:?\d))(?::?(?<minutes>\d{2}))?$/;

/** "+05:30" for "+0530", "utc+5:30" and "gmt+5:30". */
function offsetIn(words: string): string | undefined {
  const { sign, hours, sign4, hours4, minutes = "00" } = offsetPattern.exec(words)?.groups ?? {};
  const hour = (hours ?? hours4)?.padStart(2, "0");
  if (hour === undefined || Number(hour) > 14 || Number(minutes) > 59) return undefined;
  return `${sign ?? sign4}${hour}:${minutes}`;
}

/** Offset in ms of a zone such as "+05:30"; undefined for an IANA zone. */
export function fixedOffsetMs(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(zone) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const longestName = 3;

/**
 * Splits "14:10 berlin" into the time and its zone: an IANA zone, or an offset such as "+05:30". An abbreviation of several
 * zones means the reader's own if it is among them. `zone` is undefined if the text names none.
 */
export function splitZone(text: string, ownZone: string): { time: string; zone: string | undefined } {
  const words = text.replace(/[(),]/g, " ").trim().split(/\s+/);
  for (let length = Math.min(longestName, words.length - 1); length > 0; length -= 1)
    for (let first = words.length - length; first >= 0; first -= 1) {
      const zone = zoneNamed(words.slice(first, first + length).join(" "), ownZone);
      if (zone === undefined) continue;
      const before = words.slice(0, first);
      const after = words.slice(first + length);
      if (before.at(-1) === "in") before.pop();
      if (after[0] === "time") after.shift();
      return { time: [...before, ...after].join(" "), zone };
    }
  return { time: text, zone: undefined };
}

function zoneNamed(name: string, ownZone: string): string | undefined {
  const offset = offsetIn(name);
  if (offset !== undefined) return offset;
  if (!/^[\p{L}_/ .'’-]+$/u.test(name)) return undefined;
  zoneByName ??= namedZones();
  const zones = zoneByName.get(plain(name));
  const zone = zones?.includes(ownZone) ? ownZone : zones?.[0];
  return zone !== undefined && isZone(zone) ? zone : undefined;
}
