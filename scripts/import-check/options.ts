import { type Delimiter, delimiters, type Encoding, encodings, plainRules, type Rules } from "@/lib/contacts/plan";
import { keptAnyway, suggested } from "@/lib/contacts/row-status/row-status";
import { Problem } from "@/lib/contract/problem";
import { attempt } from "@/lib/format/attempt";
import { isLoopback } from "@/lib/http/origins";
import type { ValuesOf } from "../support/run-command";
import { forTerminal } from "./messages";

export const usage = `npm run import:check -- FILE
  how the file is read   [--sheet NAME|N] [--encoding windows-1252|...]
                         [--delimiter comma|semicolon|tab|bar]
  which columns are sent [--phone COLUMN[,COLUMN]]   by name or position, from 1; the second if the first cannot be called
                         [--name COLUMN[,COLUMN]]
  what is allowed        [--country GB] [--add-plus] [--keep first|last] [--name-from-number]
                         [--countries GB,US] [--drop-extensions] [--use-suggestions]
                         [--drop-extra-cells | --join-extra-cells] [--hidden-rows leave|send]
                         [--keep-anyway invalid,premium,other_country,ten_digits,fax]
  who is left out        [--only "COLUMN=VALUE,VALUE"]... | [--all-rows]   sends only rows with one of the values
                         [--keep-anyway refusal]   sends rows in which a cell says not to call
  what is written        [--report OUT.csv] [--clean OUT.csv] [--json]
  where it is uploaded   [--send CAMPAIGN_ID --url https://SWITCHBOARD [--yes]]   with a token in SWITCHBOARD_TOKEN
  Rows are left out if any cell says not to call, that the person died, or that the number belongs to someone else, or
  if it has a register's mark, such as TPS. A row's own country is used for its number, and --country for rows without one.
  Encodings: ${encodings.slice(0, 12).join(", ")},
             ${encodings.slice(12).join(", ")}
  The exit code is 0 when all rows can be sent, 1 when some need fixing, 2 when the file cannot be read.
  With --send it is 0 when all rows were taken, 1 when some were left out or not taken, 2 when the upload was refused, not
  confirmed, or its outcome is unknown.`;

export const options = {
  sheet: { type: "string" },
  encoding: { type: "string" },
  delimiter: { type: "string" },
  phone: { type: "string" },
  name: { type: "string" },
  country: { type: "string" },
  "add-plus": { type: "boolean", default: false },
  "drop-extensions": { type: "boolean", default: false },
  "drop-extra-cells": { type: "boolean", default: false },
  "hidden-rows": { type: "string", default: "leave" },
  "join-extra-cells": { type: "boolean", default: false },
  "use-suggestions": { type: "boolean", default: false },
  keep: { type: "string", default: plainRules.keeps },
  "keep-anyway": { type: "string" },
  "name-from-number": { type: "boolean", default: false },
  countries: { type: "string" },
  only: { type: "string", multiple: true, default: [] as string[] },
  "all-rows": { type: "boolean", default: false },
  report: { type: "string" },
  clean: { type: "string" },
  json: { type: "boolean", default: false },
  send: { type: "string" },
  url: { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

type Values = ValuesOf<typeof options>;

export type ImportCheckOptions = {
  file: string;
  sheet: string | undefined;
  encoding: Encoding | undefined;
  delimiter: Delimiter | undefined;
  phone: string | undefined;
  name: string | undefined;
  rules: Rules;
  /** Conditions as typed, "COLUMN=VALUE,VALUE". */
  only: readonly string[];
  /** Sends the rows whatever the columns about consent say. */
  allRows: boolean;
  report: string | undefined;
  clean: string | undefined;
  json: boolean;
  upload: UploadTarget | undefined;
};

/** `isConfirmed`: uploads without asking. */
export type UploadTarget = { campaign_id: string; url: URL; token: string; isConfirmed: boolean };

/** Parses the command line. Throws a Problem if it is invalid. */
export function parseOptions(
  values: Values,
  [file, ...others]: readonly string[],
  countries: readonly string[],
): ImportCheckOptions {
  if (file === undefined || others.length > 0) throw usageProblem("Pass one file to check.");
  const country = (code: string) => parseCountry(code, countries);
  const unclear = values.only.find((condition) => condition.lastIndexOf("=") < 1);
  if (unclear !== undefined) throw usageProblem(`--only needs COLUMN=VALUE,VALUE, not ${forTerminal(unclear)}.`);
  if (values["all-rows"] && values.only.length > 0) throw usageProblem("Pass --only or --all-rows, not both.");
  return {
    file,
    sheet: values.sheet,
    encoding: values.encoding === undefined ? undefined : oneOf("encoding", values.encoding.toLowerCase(), encodings),
    delimiter: values.delimiter === undefined ? undefined : delimiterOf(values.delimiter),
    phone: values.phone,
    name: values.name,
    rules: {
      ...plainRules,
      country: values.country === undefined ? plainRules.country : country(values.country),
      sendsHidden: oneOf("hidden-rows", values["hidden-rows"], ["leave", "send"]) === "send",
      extraCells: extraCells(values),
      usesSuggestions: [
        ...suggested.filter((rowStatus) => {
          if (rowStatus === "plus_missing") return values["add-plus"];
          return rowStatus === "extension" ? values["drop-extensions"] : values["use-suggestions"];
        }),
        ...(values["keep-anyway"]?.split(",") ?? []).map((word) => oneOf("keep-anyway", word, keptAnyway)),
      ],
      keeps: oneOf("keep", values.keep, ["first", "last"]),
      emptyName: values["name-from-number"] ? "number" : "error",
      countries: values.countries === undefined ? null : values.countries.split(",").map(country),
    },
    only: values.only,
    allRows: values["all-rows"],
    report: values.report,
    clean: values.clean,
    json: values.json,
    upload: uploadTarget(values),
  };
}

function uploadTarget({ send, url: address = "", yes, json }: Values): UploadTarget | undefined {
  if (send === undefined) return undefined;
  if (json) throw usageProblem("Pass --send or --json, not both.");
  const url = attempt(() => new URL(address));
  if (!url || (url.protocol !== "https:" && !isLoopback(url.origin)))
    throw usageProblem("--send needs --url with the address of Switchboard, which begins with https://.");
  const { SWITCHBOARD_TOKEN: token } = process.env;
  if (!token) throw usageProblem("--send needs a token of Switchboard in SWITCHBOARD_TOKEN.");
  return { campaign_id: send, url, token, isConfirmed: yes };
}

function extraCells(values: Values): Rules["extraCells"] {
  if (values["drop-extra-cells"] && values["join-extra-cells"])
    throw usageProblem("Extra cells can be dropped or joined into the name, not both.");
  if (values["join-extra-cells"]) return "join";
  return values["drop-extra-cells"] ? "drop" : "hold";
}

/** A Problem of the command line. Its cause is the usage, which is shown below the sentence. */
export const usageProblem = (sentence: string) => new Problem("bad_input", sentence, { cause: usage });

function oneOf<const Word extends string>(option: string, value: string, words: readonly Word[]): Word {
  const match = words.find((word) => word === value);
  if (match === undefined)
    throw usageProblem(`--${option} must be one of ${words.join(", ")}, not ${forTerminal(value)}.`);
  return match;
}

const delimiterNames = { comma: ",", semicolon: ";", tab: "\t", bar: "|" } as const satisfies Record<string, Delimiter>;
const namesOfDelimiters = Object.keys(delimiterNames) as (keyof typeof delimiterNames)[];

const delimiterOf = (value: string) =>
  delimiters.find((delimiter) => delimiter === value) ?? delimiterNames[oneOf("delimiter", value, namesOfDelimiters)];

function parseCountry(code: string, countries: readonly string[]): string {
  const normalized = code.trim().toUpperCase();
  if (!countries.includes(normalized))
    throw usageProblem(`${forTerminal(code)} is not a country code. Use two letters, such as GB.`);
  return normalized;
}
