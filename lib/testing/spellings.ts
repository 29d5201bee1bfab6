/** One way in which people, files, events or addresses write a number. Invisible characters are escapes here. */
export type Spelling = {
  spelling: string;
  /** Country of the list or field, for a spelling without a country code. */
  country?: string;
  /** The number in E.164 form. */
  number: string;
  /** Written inside other text, so that it is found in it, but is not typed as a number. */
  isInText?: true;
};

const berlin = "+4930901820173";
const mobile = "+4915112345678";
const american = "+14152377100";
const british = "+447911123456";
const spanish = "+34612345678";

const inGermany = (spelling: string, number = berlin): Spelling => ({ spelling, country: "DE", number });
const inAmerica = (spelling: string): Spelling => ({ spelling, country: "US", number: american });
const inText = (spelling: string, number = american): Spelling => ({ spelling, number, isInText: true });
const of = (number: string, ...spellings: string[]): Spelling[] => spellings.map((spelling) => ({ spelling, number }));

/** Spellings of numbers. Each must be read, blocked, left out, found, hidden and erased. A new spelling is one row. */
export const spellings: readonly Spelling[] = [
  ...of(berlin, "+4930901820173", "+49 30 901820173", "+49 (0)30 901820173", "+49 (0) 30 / 90 18 20 173"),
  ...of(berlin, "0049 30 901820173", "0049 (0) 30 901820173", "+49-30-901820173", "+49.30.901820173"),
  ...of(berlin, "+49 30 901820\u2011173", "+49\u00a030\u00a0901820173", "+49\u202f30\u202f901\u202f820\u202f173"),
  ...of(berlin, "\u202a+49 30 901820173\u202c", "\u2068+4930901820173\u2069", "+49\u200b30\u200b901820173"),
  ...of(berlin, "tel:+49-30-901820173", "<+4930901820173>", "Tel. +49 30 901820173"),
  ...of(berlin, "+\uff14\uff19\uff13\uff10\uff19\uff10\uff11\uff18\uff12\uff10\uff11\uff17\uff13"),
  ...of(berlin, "+\u0664\u0669\u0663\u0660\u0669\u0660\u0661\u0668\u0662\u0660\u0661\u0667\u0663"),
  ...of(berlin, "+\u096a\u096f\u0969\u0966\u096f\u0966\u0967\u096e\u0968\u0966\u0967\u096d\u0969"),
  ...of(berlin, "\uff0b49 30 901820173", "+49 30 901820\u2013173", "+49 30 901820\u2212173"),
  ...["030 901820173", "030/901820-173", "(030) 901820173", "030 / 90 18 20 - 173"].map((text) => inGermany(text)),
  ...["030 901820\u2011173", "030.901820173", "030901820173"].map((text) => inGermany(text)),
  ...["0151 12345678", "0151/1234 5678", "0151-12345678"].map((text) => inGermany(text, mobile)),
  ...of(mobile, "+49 151 12345678", "+49 (0)151 12345678", "+49 151 1 2 3 4 5 6 7 8"),
  ...of(american, "+14152377100", "+1 415 237 7100", "+1 (415) 237-7100", "+1-415-237-7100", "1-415-237-7100"),
  ...of(
    american,
    "+1\u2009415\u2009237\u20097100",
    "+1415\u2011237\u20117100",
    "+1_415_237_7100",
    "011 1 415 237 7100",
  ),
  ...of(american, "1 4 1 5 2 3 7 7 1 0 0", "1, 4, 1, 5, 2, 3, 7, 7, 1, 0, 0", "+1.415.237.7100", "14152377100"),
  ...["(415) 237-7100", "415-237-7100", "415.237.7100", "415 237 7100", "(415)237-7100"].map(inAmerica),
  ...of(british, "+44 7911 123456", "+44 (0)7911 123456", "0044 7911 123456", "+44\u00a07911\u00a0123\u00a0456"),
  { spelling: "07911 123456", country: "GB", number: british },
  ...of(spanish, "+34 612 34 56 78", "0034 612345678", "+34\u2011612\u2011345\u2011678"),
  ...["sip:14152377100@host.example", "whatsapp:14152377100", "sip:+14152377100@host.example"].map((s) => inText(s)),
  ...["rec_14152377100_final", "a14152377100b", "id-14152377100", "to=%2B14152377100&x=1"].map((s) => inText(s)),
  ...['{"note":"+1\\u202f415\\u202f237\\u202f7100"}', '{"to":"\\u002b14152377100"}'].map((s) => inText(s)),
  ...["&#43;1&nbsp;415&#8209;237&#x2011;7100", "to=%2B1%20415%20237%207100", "to=%2B1+415+237+7100"].map((s) =>
    inText(s),
  ),
];

/** Texts with many digits that are no number of a person, or not one of `spellings`. */
export const otherDigits: readonly string[] = [
  "2026-11-28T04:04:00.123+01:00",
  "2026-11-28 10:15:00",
  "28.11.2026 10.15",
  "3f2504e0-4f89-11d3-9a0c-012345678901",
  "9d4e16502530000f8b7a6c5d4e3f2a1b",
  "1234567890.25",
  "12,345,678 rows",
  "192.168.100.200",
  "+1 000 000 contacts",
  "+4670123",
  "1732790400.123456",
  "52.520008, 13.404954",
  "12.345.678.901",
  "1, 2, 3, 4, 5",
];
