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

const inCountry = (country: string, number: string, ...spellings: string[]): Spelling[] =>
  spellings.map((spelling) => ({ spelling, country, number }));

/** The number of Berlin in the digits of a script. */
const inScript = (zero: number) => berlin.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Bengali, Tamil, Sinhala, Lao, Burmese, Khmer, New Tai Lue, Javanese, Adlam, Osmanya, mathematical bold. */
const zeros = [0x9e6, 0xbe6, 0xde6, 0xed0, 0x1040, 0x17e0, 0x19d0, 0xa9d0, 0x1e950, 0x104a0, 0x1d7ce];

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
  ...of(
    berlin,
    ...zeros.map(inScript),
    "+\u2463\u2468\u2462\u24ea\u2468\u24ea\u2460\u2467\u2461\u24ea\u2460\u2466\u2462",
  ),
  ...of(berlin, [...berlin].map((sign) => (sign === "+" ? sign : `${sign}\ufe0f\u20e3`)).join("")),
  ...of(berlin, "+49 30 901820\u30fc173", "+49 30 901820~173", "+49 30 901820\uff5e173", "+49 30 901820\u2022173"),
  ...of(
    berlin,
    "+49 30 901820\u2219173",
    "+49 30 901820\u2500173",
    "+49'30'901820173",
    "+49 \u2026 30 \u2026 901820173",
  ),
  ...of(berlin, "+49\u115f30\u115f901820173", "+49\uffa030\uffa0901820173", "+49\u{e0020}30\u{e0020}901820173"),
  ...of(berlin, "+49\u000b30\f901820173", "+49\u202830\u2028901820173", "+49\n30 901820173", "+49   30     901820173"),
  ...of(
    berlin,
    "4930901820173.0",
    "+4930901820173.0",
    "0049 (0)30/901820-173",
    "49 (0)30 901820173",
    "+0049 30 901820173",
  ),
  ...of(berlin, "+011 49 30 901820173", "+49 4930901820173", "+49 30 901820173,,12#", "+49 30 901820173;12"),
  ...of(
    berlin,
    "tel:+4930901820173;isub=1234",
    "callto:+4930901820173",
    "sms:+4930901820173?body=hi",
    "skype:+4930901820173?call",
  ),
  ...of(
    berlin,
    "https://wa.me/4930901820173?text=hi",
    "+49 30 901820173 x12",
    "+49 30 901820173 Durchwahl 12",
    "Mobil:+4930901820173",
  ),
  ...of(
    berlin,
    "\u260e\ufe0f +49 30 901820173",
    "\ud83d\udcde+49 30 901820173",
    "\u7535\u8bdd\uff1a+49 30 901820173",
    "'+4930901820173",
  ),
  ...of(
    berlin,
    "(+49) 30 901820173",
    "++49 30 901820173",
    "+49 (030) 901820173",
    "+49 [0]30 901820173",
    "+49(0)(30)901820173",
  ),
  ...inCountry("DE", berlin, "(0 30) 90 18 20 173", "030 901820173 (privat)", "030 901820173 B\u00fcro"),
  ...inCountry("DE", mobile, "0151/12 34 56 78", "0049151/12345678", "+490151 12345678"),
  ...inCountry(
    "US",
    american,
    "415-237-7100x5",
    "(415)2377100",
    "4152377100.0",
    "415\u2011237\u20117100",
    "[415] 237-7100",
  ),
  ...inCountry("GB", british, "(07911) 123456", "07.911.123.456", "0791 112 3456"),
  ...inCountry("FR", "+33612345678", "06.12.34.56.78", "06 12 34 56 78", "+33 (0)6 12 34 56 78", "06-12-34-56-78"),
  ...inCountry("RU", "+79123456789", "8 (912) 345-67-89", "8-912-345-67-89", "+7 (8) 912 345-67-89", "89123456789"),
  ...inCountry("HU", "+36301234567", "06 30 123 4567", "+36 (06) 30 123 4567", "06301234567", "(06-30) 123-4567"),
  ...inCountry("CN", "+8613800138000", "138 0013 8000", "13800138000", "0086-138-0013-8000"),
  ...inCountry("IN", "+919876543210", "098765 43210", "+91-98765-43210"),
  ...inCountry("BR", "+5511987654321", "(11) 98765-4321", "+55 11 9.8765-4321", "11 98765-4321"),
  ...inCountry("BY", "+375291234567", "8 (029) 123-45-67", "+375 29 123-45-67", "+375 (029) 123-45-67"),
  ...inCountry("UA", "+380671234567", "(067) 123-45-67", "+38 (067) 123-45-67"),
  ...inCountry("IT", "+390669821234", "06 6982 1234", "06/69821234", "+39 06 6982 1234", "+39 (0)6 6982 1234"),
  ...inCountry("LT", "+37061234567", "+370 8 612 34567", "+370 (0) 612 34567"),
  ...inCountry("CI", "+2250708060709", "07 08 06 07 09"),
  ...inCountry("CH", "+41791234567", "079'123'45'67", "079 123 45 67"),
  ...inCountry(
    "JP",
    "+819012345678",
    "\uff10\uff19\uff10\uff0d\uff11\uff12\uff13\uff14\uff0d\uff15\uff16\uff17\uff18",
    "090\u30fc1234\u30fc5678",
  ),
  ...inCountry("VN", "+84399333999", "0399 333 999"),
  ...[
    "4930901820173@s.whatsapp.net",
    "sip:4930901820173@[2001:db8::1]:5060",
    "4930901820173:12@s.whatsapp.net",
    "sip:+4930901820173@10.0.0.1:5060",
  ].map((s) => inText(s, berlin)),
  ...['{"to":"\\x2b4930901820173"}', '{"to":"+49\\t30\\t901820173"}'].map((s) => inText(s, berlin)),
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
  "978-3-16-148410-0",
  "EUR 1.234.567,89",
  "12.345.678,00 EUR",
  "9001234567.50",
  "20261128-101500",
  "41'781'234'568",
  "orders 71234 98765",
  "id 20261128101500001",
  "line 1\n2\n3\n4\n5\n6\n7",
  "06.12.2026",
  "10.0.19045.3803",
  "304-1234567-1234567",
  "08:30:00 - 17:45:00",
  "1\u20442\u20443\u20444",
];
