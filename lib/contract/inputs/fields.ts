import * as z from "zod/mini";
import { isPersonsName, notPersonsName } from "@/lib/contract/console/automation/actors";
import { e164Form } from "@/lib/contract/console/numbers";
import { longestRef } from "@/lib/contract/console/saved";
import { longestCursor } from "@/lib/contract/fields";
import { hasVisibleText } from "@/lib/format/visible-text";

/** Input of an operation that takes none. */
export const noInput = z.object({});

/** An address as a person types it, with a sentence for an empty field and one for a wrong one. */
export const emailAddress = z
  .email({ error: ({ input }) => (input === "" ? "Enter an email address." : "This is not an email address.") })
  .check(z.maxLength(254, "Enter no more than 254 characters."));

/** A count or a page in an address, up to `most`; wrong ones are reported in the words of a person. */
export function wholeNumber(most?: number) {
  const words = `Enter a whole number ${most === undefined ? "of at least 1" : `from 1 to ${most}`}.`;
  const number = z.coerce.number<number>(words);
  return z.optional(number.check(z.int(words), z.gte(1, words), z.lte(most ?? Number.MAX_SAFE_INTEGER, words)));
}

/** A time with its zone that the database can hold. */
export const moment = z.iso
  .datetime({ offset: true })
  .check(z.refine(isInDatabaseYears, "Enter a time from the year 1 to 9999."));

function isInDatabaseYears(text: string) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) || /^(?!0000)\d{4}-/.test(date.toISOString());
}

/** The platform's ID of a record. The audit log's index takes no text of any length. */
export const identifier = z.string().check(z.maxLength(500, "This ID is too long."));

const peopleCount = () => z.nullish(z.int().check(z.gte(0), z.lte(1_000_000_000)));

/** People that a person confirmed to be called. */
export const confirmed_people = peopleCount();

/** Blocked people that a person confirmed to be called all the same. */
export const confirmed_blocked = peopleCount();

/** Text that the database can keep and compare: no NUL, no half of a character, and no more than `most` of it. */
export const keptText = (most: number, text = z.string()) =>
  text.check(
    z.maxLength(most, `Enter no more than ${most} characters.`),
    z.refine((given) => given.isWellFormed() && !given.includes("\0"), "This text cannot be saved."),
  );

/** ID of a record as Switchboard keeps it. */
export const keptRef = keptText(longestRef);

/** Text that a person must write. Invisible signs alone are refused with `sentence`. */
export const writtenText = (most: number, sentence: string) =>
  keptText(most, z.string().check(z.trim(), z.minLength(1, sentence), z.refine(hasVisibleText, sentence)));

/** A person's name. */
export const personName = writtenText(120, "Enter a name.").check(z.refine(isPersonsName, notPersonsName));

/** `next` of the page before. */
export const cursor = z.optional(keptText(longestCursor));

/** Why a person does something, for the audit log. */
export const reason = writtenText(300, "Enter a reason.");

/** A phone number as a person writes it. The server reads it, and refuses a text that is no number with its country. */
export const typedNumber = z.string().check(z.maxLength(200), z.refine(hasVisibleText, "Enter a number."));

/** ISO 3166 country of a number without a country code; empty or missing for none. */
export const numberCountry = z.optional(z.string().check(z.regex(/^([A-Za-z]{2})?$/, "Enter a country such as DE.")));

/** A phone number in E.164 form. */
export const e164 = z.string().check(z.regex(e164Form, "Enter a number that starts with + and a country code."));
