/** A way in which one country lets people write the same line as different international numbers. */
type LineRule = {
  country: string;
  /** The rule in one sentence. */
  rule: string;
  source: string;
  /**
   * Whole numbers with their calling code: x is any digit, [2-5] one of these, (20|21) either, x{5,7} five to seven.
   * (12→7) stands where the spellings differ: a 12 in one, a 7 in the one by which the line is known.
   */
  patterns: readonly string[];
};

/** How Google moves numbers to the plan of today. */
const recipes =
  "https://github.com/google/libphonenumber/blob/3da409dbed685998c98710f933a138c06ab7e3cc/migrator/src/data/recipes.csv";

export const lineRules: readonly LineRule[] = [
  {
    country: "Algeria",
    rule: "Since 2008 the first digit of mobile numbers is written twice.",
    source: "http://www.wtng.info/wtng-213-dz.html",
    patterns: ["213 (→5) 5xxx xxxx", "213 (→6) 6xxx xxxx", "213 (→7) 7xxx xxxx"],
  },
  {
    country: "Argentina",
    rule: "Mobiles have a 9 in front of the area code from abroad, and inside the country a 15 behind it.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_Argentina",
    patterns: [
      "54 (9→) 11 xxxx xxxx",
      "54 (9→) [23]xx xxx xxxx",
      "54 11 (15→) xxxx xxxx",
      "54 [23]xx (15→) xxx xxxx",
      "54 [23]xxx (15→) xx xxxx",
    ],
  },
  {
    country: "Benin",
    rule: "Since 2024 all numbers begin with 01.",
    source: "https://fr.allafrica.com/stories/202411300249.html",
    patterns: ["229 (→01) [24-69]xxx xxxx"],
  },
  {
    country: "Brazil",
    rule: "Mobiles have a ninth digit, 9, since 2012 to 2016. Radio numbers that begin with 7 never had it.",
    source: "https://www.teleco.com.br/num_cel.asp",
    patterns: ["55 [1-9][1-9] (→9) [689]xxx xxxx", "55 1[1-9] (→9) 7[1-4]xx xxxx"],
  },
  {
    country: "Cameroon",
    rule: "Since 2014 mobiles begin with 6.",
    source: "https://bamendaonline.net/cameroon-to-migrate-from-8-to-9-telephone-digits-tonight",
    patterns: ["237 (→6) [5-79]xxx xxxx"],
  },
  {
    country: "Chile",
    rule: "Since 2012 to 2013 landlines have a 2 behind the area code.",
    source: "https://studylib.net/doc/13545234/chile--country-code--56--communication-of-2.vii.2014-",
    patterns: ["56 2 (→2) xxx xxxx", "56 (3[2-5]|4[1-35]|5[1-35-8]|6[13-57]|7[1-35]) (→2) xx xxxx"],
  },
  {
    country: "Colombia",
    rule: "Since 2021 landlines have 60 in front of the area code.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_Colombia",
    patterns: ["57 (→60) [124-8][2-9]xx xxxx"],
  },
  {
    country: "Costa Rica",
    rule: "Since 2008 landlines begin with 2, and mobiles, which began with 3 or 8, with 8.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_Costa_Rica",
    patterns: ["506 (→2) [24-7]xx xxxx", "506 (→8) [38]xx xxxx"],
  },
  {
    country: "Ecuador",
    rule: "Since 2012 mobiles have a 9 in front.",
    source: "https://www.vayaadventures.com/blog/phone-number-changes-in-ecuador-and-chile/",
    patterns: ["593 (→9) [89]xxx xxxx"],
  },
  {
    country: "Egypt",
    rule: "Since 2011 mobiles have the digit of their network behind the 1.",
    source: "http://www.tra.gov.eg/english/News_NewsDetails.asp?PID=39&ID=186",
    patterns: ["20 1 (→0) [069] xxx xxxx", "20 1 (→1) [14] xxx xxxx", "20 1 (→2) [278] xxx xxxx"],
  },
  {
    country: "Equatorial Guinea",
    rule: "Since 2010 nine digits: mobiles have 222 in front, and landlines 333.",
    source: "http://wtng.info/wtng-240-gq.html",
    patterns: ["240 (→222) [25]x xxxx", "240 (→333) 0[7-9] xxxx"],
  },
  {
    country: "French overseas departments",
    rule: "Written like numbers in France, they have a calling code of their own from abroad.",
    source:
      "https://arcep.fr/la-regulation/grands-dossiers-thematiques-transverses/la-numerotation/la-numerotation-outre-mer.html",
    patterns: [
      "(33→262) (26[239]|639|69[23]) xx xxxx",
      "(33→590) (590|69[01]) xx xxxx",
      "(33→594) (594|694) xx xxxx",
      "(33→596) (596|69[67]) xx xxxx",
      "(33 508→508) [2-9]x xxxx",
    ],
  },
  {
    country: "Gabon",
    rule: "Since 2019 landlines begin with 1, and mobiles with 6 or 7. The 0 before, some left out, is gone.",
    source: "http://news.alibreville.com/h/114469.html",
    patterns: [
      "241 (0→1) 1xx xxxx",
      "241 (0→6) [256]xx xxxx",
      "241 (0→7) [47]xx xxxx",
      "241 (→1) 1xx xxxx",
      "241 (→6) [256]xx xxxx",
      "241 (→7) [47]xx xxxx",
    ],
  },
  {
    country: "Honduras",
    rule: "Mobiles have an eighth digit since 2007, and landlines since 2010.",
    source: "http://wtng.info/wtng-504-hn.html",
    patterns: ["504 (→2) [24-7]xx xxxx", "504 (→3) 3xx xxxx", "504 (→9) 9xx xxxx"],
  },
  {
    country: "Italy",
    rule: "Since 1998 the 0 of the area code stays behind the calling code.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_Italy",
    patterns: ["39 (→0) (1[0-358]|[245679]x|8[1-35-8]) x{5,7}"],
  },
  {
    country: "Ivory Coast",
    rule: "Since 2021 the network's digits stand in front: 01, 05 or 07 for mobiles, 21, 25 or 27 for landlines.",
    source: "https://github.com/aurellemeless/cipnn/blob/master/src/constants.js",
    patterns: [
      "225 (→01) (0[1-3]|[457][0-3]) xx xx xx",
      "225 (→05) [04-9][4-6] xx xx xx",
      "225 (→07) (0[7-9]|[4-8][7-9]|9[78]) xx xx xx",
      "225 (→21) 2[0-3]8 x xx xx",
      "225 (→25) (2[0-4]0|3[0-6]0) x xx xx",
      "225 (→27) (20[23]|21[2357]|22[45]|23[45]|24[3-5]|306|31[69]|3[2-6]7|359|368) x xx xx",
    ],
  },
  {
    country: "Kosovo",
    rule: "It has +383 since 2016; before it used numbers of Monaco, Slovenia and Serbia, some of which still work.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_Kosovo",
    patterns: ["(377→383) 4[45] xxx xxx", "(386→383) 4[39] xxx xxx", "(381→383) (2[89]|3[89]) xxx xxx"],
  },
  {
    country: "Mauritania",
    rule: "Since 2011 the digit of the network is in front.",
    source: "https://www.wtng.sitindaonnews.com/index.php/3317-mauritania",
    patterns: [
      "222 (→2) (2x|5[08]|70) xx xxx",
      "222 (→3) (3x|6[1-36]|7[1-3]) xx xxx",
      "222 (→4) (4x|5[1-7]|6[045789]|7[4-9]) xx xxx",
    ],
  },
  {
    country: "Mauritius",
    rule: "Since 2013 mobiles have a 5 in front.",
    source:
      "https://www.commsupdate.com/articles/2013/09/02/mauritius-migrates-to-a-new-8-digit-mobile-numbering-plan/",
    patterns: ["230 (→5) (2[59]|[79]x) x xxxx"],
  },
  {
    country: "Mexico",
    rule: "Until 2019 mobiles had a 1 behind the calling code.",
    source: "https://newsweekespanol.com/?p=114478",
    patterns: ["52 (1→) [2-9]xx xxx xxxx"],
  },
  {
    country: "Morocco",
    rule: "Since 2009 landlines have a 5 in front, and mobiles a 6.",
    source: "http://www.telna.ws/blog/index.php?/archives/7-Numbering-change-in-Morrocco.html",
    patterns: ["212 (→5) [23]x xx xx xx", "212 (→6) [14-7]x xx xx xx"],
  },
  {
    country: "Northern Ireland",
    rule: "From Ireland it is dialled with 048 instead of +44 28.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_the_Republic_of_Ireland",
    patterns: ["(353 48→44 28) [2346-9]xxx xxxx"],
  },
  {
    country: "Palestine",
    rule: "Its numbers were Israeli ones before it had +970, and are still dialled with +972.",
    source: "http://www.palestinefacts.org/pf_1991to_now_telephone_internet/",
    patterns: ["(972→970) 5[69]x xxx xxx", "(972→970) (22[2-47-9]|42[45]|82[014-68]|92[3569]) xx xxx"],
  },
  {
    country: "Qatar",
    rule: "Since 2010 the first digit is written twice.",
    source: "https://www.cra.gov.qa/en/press-releases/qatars-phone-numbers-expand-digit-meet-growing-demand",
    patterns: ["974 (→3) 3xx xxxx", "974 (→4) 4xx xxxx", "974 (→5) 5xx xxxx", "974 (→6) 6xx xxxx", "974 (→7) 7xx xxxx"],
  },
  {
    country: "San Marino",
    rule: "Landlines are reached with +378 and with +39, and their 0549 may be left out behind +378.",
    source: "https://en.wikipedia.org/wiki/Telephone_numbers_in_San_Marino",
    patterns: ["(39→378) 0549 xxxxxx", "378 (→0549) [89]xxxxx"],
  },
  {
    country: "Saudi Arabia",
    rule: "Since 2013 landlines have a 1 in front of the area code.",
    source: recipes,
    patterns: ["966 (→1) [1-467]xxx xxxx"],
  },
  {
    country: "Sint Maarten",
    rule: "Since 2011 it has +1 721 instead of +599.",
    source: "https://en.wikipedia.org/wiki/Area_code_721",
    patterns: ["(599→1721) 5 ([0-46-9]x|5[0-46-9]) xxxx"],
  },
  {
    country: "Timor-Leste",
    rule: "Since 2013 mobiles have a second 7 in front.",
    source: "https://aprenderly.com/doc/1009179/word-2007?page=3",
    patterns: ["670 (→7) 7[2-8]x xxxx"],
  },
  {
    country: "Togo",
    rule: "Since 2011 landlines have a 2 in front.",
    source: "http://www.blog.africantelecomsnews.com/2011/08/extra-digit-inserted-togo.html",
    patterns: ["228 (→2) [2-4]xx xxxx"],
  },
  {
    country: "Vietnam",
    rule: "Since 2018 mobiles have two digits instead of three in front of their last seven; Hanoi has 24 instead of 4.",
    source: recipes,
    patterns: [
      "84 (→2) 4[2-8]x xxx xxx",
      "84 (12→7) [068] xxx xxxx",
      "84 (121→79) xxx xxxx",
      "84 (122→77) xxx xxxx",
      "84 (12→8) [345] xxx xxxx",
      "84 (127→81) xxx xxxx",
      "84 (129→82) xxx xxxx",
      "84 (16→3) [2-9] xxx xxxx",
      "84 (18→5) [68] xxx xxxx",
      "84 (199→59) xxx xxxx",
    ],
  },
];
