/**
 * The only lists of status words. The API document names few, so these are the usual ones of such platforms. Each list is
 * matched as a whole word, ignoring case; a word that is in none says nothing. Space, hyphen and underscore are one.
 */
const words = {
  /** Stages of a campaign. Warnings before calls and automatic pauses depend on them. */
  campaign: {
    unstarted: "draft created new scheduled ready",
    running: "running active started in_progress calling dialing processing resumed",
    paused: "paused suspended on_hold halted",
    ended: "complete completed finished ended cancelled canceled aborted failed stopped archived done",
  },
  /** An alert, and the question before a call is ended, depend on whether it is over. */
  call: {
    waiting: "queued",
    ringing: "ringing",
    live: "ringing queued in_progress ongoing",
    over: "ended complete completed finished failed error busy no_answer cancelled canceled not_connected",
  },
  /** Contact lists that the platform has taken and still works on. */
  upload: { open: "accepted queued pending processing in_progress running scheduled started uploading importing" },
} as const;

/**
 * Usual tone of a status word of any resource, matched exactly but for case. It is the look, and counts of deliveries and some
 * alerts depend on `ok`, `live` and `fault`. The lists above decide what a word means for a campaign, call or upload.
 */
export const toneWords = {
  live: "running calling dialing started resumed in-progress in_progress ringing queued pending scheduled sending retry retrying processing",
  ok: "active published delivered success succeeded successful ok synced",
  done: "completed ended",
  idle: "paused draft inactive cancelled canceled",
  fault: "failed fail failure error suspended expired exhausted abandoned dead",
} as const;

/** A regular expression for JavaScript and PostgreSQL, to be matched ignoring case. */
const patternOf = (list: string) => `^(${list.split(" ").join("|").replaceAll("_", "[-_ ]?")})$`;

const patternsOf = <Name extends string>(lists: Record<Name, string>) =>
  Object.fromEntries(Object.entries<string>(lists).map(([name, list]) => [name, patternOf(list)])) as Record<
    Name,
    string
  >;

export const campaignPatterns = patternsOf(words.campaign);
export const callPatterns = patternsOf(words.call);
export const uploadPatterns = patternsOf(words.upload);

export const isStatusWord = (pattern: string, word: string | null | undefined) =>
  typeof word === "string" && new RegExp(pattern, "i").test(word);
