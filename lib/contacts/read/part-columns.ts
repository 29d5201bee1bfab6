import type { Mapping } from "@/lib/contacts/plan";
import { countryNamed } from "@/lib/numbers/country-names";
import { normalizeHeader } from "./header-names";

/** Headers of columns with the country of each row, or its calling code. */
const countryHeaders = patternOf(
  "country nation$ ^land$ lander landercode lkz pays pais paese nazione ^kraj$ ulke ^maa$ zeme$ krajina orszag ^tara$",
  "drzava страна країна χωρα ^国$ 国家 国名 국가 phonecode dial(l?ing)?code landesvorwahl vorwahlland landervorwahl kraju$ isocode",
);

/** Headers of columns with the area code of each number. */
const areaHeaders = patternOf(
  "vorwahl areacode codearea ^area$ citycode ^std ^ddd$ prefi indicati codigoarea codigodearea ^lada$ kengetal netnummer",
  "riktnummer retningsnummer suuntanumero kierunkowy predvolb predvolan korzetszam elohivo alankod кодгород 市外局番 区号",
);

const mostly = 0.8;
/** A column called just "Country" holds countries even if some are misspelled. Their rows are held. */
const half = 0.5;
const exactCountry = patternOf(
  "^(country|countryregion|countryname|land|pays|pais|paese|nazione|kraj|ulke|maa|zeme|krajina|orszag|tara|drzava|страна|країна|χωρα|国|国家|국가)$",
);

type PartColumns = Pick<Mapping, "country" | "area">;

/** Columns that hold a part of each number: its country or its area code. Found by header and confirmed by values. */
export function guessPartColumns(headers: readonly string[], rows: readonly (readonly string[])[]): PartColumns {
  const columnWith = (pattern: RegExp, isValue: (cell: string) => boolean) =>
    headers.findIndex((header, column) => {
      const name = normalizeHeader(header);
      if (!pattern.test(name) || name.endsWith("id")) return false;
      const filled = rows.flatMap((cells) => (isNoCountry(cells[column] ?? "") ? [] : (cells[column] ?? "")));
      const least = exactCountry.test(name) && pattern === countryHeaders ? half : mostly;
      return filled.length > 0 && filled.filter(isValue).length >= filled.length * least;
    });
  const country = columnWith(countryHeaders, (cell) => countryNamed(cell) !== undefined);
  const area = columnWith(areaHeaders, (cell) => areaCode.test(cell));
  return { ...(country < 0 ? {} : { country }), ...(area < 0 || area === country ? {} : { area }) };
}

const areaCode = /^\(?\+?\d{1,6}\)?$/;

/** True for a blank cell and for one that only says that the country is not known. */
export const isNoCountry = (cell: string) => noCountry.test(cell.trim());

const noCountry =
  /^(?:[-–—?./\s]*|n\/?\.?a\.?|none|null|unknown|not set|unbekannt|k\.?a\.?|inconnue?|desconocid[oa]|desconhecido|sconosciut[oa]|onbekend|nieznany|неизвестно)$/iu;

function patternOf(...lines: readonly string[]): RegExp {
  return new RegExp(lines.join(" ").normalize("NFKD").replace(/\p{M}/gu, "").replaceAll(" ", "|"));
}
