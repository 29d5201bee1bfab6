export const passwordLength = { least: 12, most: 128 } as const;

export const linkHours = 72;

/** Anybody can ask for a link for an address, so it lives shorter than one that an admin made. */
export const askedLinkHours = 2;

type PasswordOwner = { name?: string; email?: string };

/** Why a password is rejected, in one sentence; undefined if it is accepted. Used in the browser and on the server. */
export function passwordFault(password: string, { name = "", email = "" }: PasswordOwner = {}) {
  const length = [...password].length;
  if (length === 0) return `Enter a password of at least ${passwordLength.least} characters.`;
  if (length < passwordLength.least) return `Use at least ${passwordLength.least} characters; this has ${length}.`;
  if (length > passwordLength.most) return `Use at most ${passwordLength.most} characters; this has ${length}.`;

  const plain = normalize(password);
  if (new Set(plain).size < 5) return "Use more different characters.";
  if (isRun(plain) || isRepeat(plain)) return "Repeats and sequences are easy to guess. Choose another.";
  if (stems.some((stem) => isMostly(plain, stem))) return "This password is too common. Choose another.";
  if (isMostlyOwn(plain, `${name} ${email} switchboard`))
    return "This is too close to the name or address. Choose another.";
}

/** Lower case, common character substitutions reversed, only letters and digits of any script. */
function normalize(text: string) {
  const letters = text.normalize("NFKC").toLowerCase().replace(/[@4]/g, "a").replace(/[$5]/g, "s");
  return letters
    .replace(/0/g, "o")
    .replace(/3/g, "e")
    .replace(/[!1|]/g, "i")
    .replace(/7/g, "t")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function isMostlyOwn(plain: string, about: string) {
  const words = about
    .split(/[^\p{L}\p{N}]+/u)
    .map(normalize)
    .filter((word) => word.length >= 4);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), plain);
  return rest.length < 6 && rest !== plain;
}

/** True if a password is a word with fewer than seven other characters. */
function isMostly(plain: string, word: string) {
  const stem = normalize(word);
  return stem.length >= 4 && plain.includes(stem) && plain.replaceAll(stem, "").length < 7;
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "01234567890",
  "qazwsxedcrfvtgbyhnujmikolp",
].map(normalize);

function isRun(plain: string) {
  const steps = rows.flatMap((row) => [row, [...row].reverse().join("")]);
  let rest = plain;
  for (let taken = true; taken && rest.length > 3; ) {
    const start = rest.slice(0, 4);
    const row = steps.find((step) => step.includes(start));
    taken = row !== undefined;
    if (!row) continue;
    let index = row.indexOf(start);
    let length = 0;
    while (index < row.length && length < rest.length && row[index] === rest[length]) {
      index += 1;
      length += 1;
    }
    rest = rest.slice(length);
  }
  return rest.length <= 3;
}

function isRepeat(plain: string) {
  for (let size = 1; size <= plain.length / 2; size += 1) {
    const part = plain.slice(0, size);
    if (part.repeat(Math.ceil(plain.length / size)).slice(0, plain.length) === plain) return true;
  }
  return false;
}

/** Common parts of leaked passwords of this length. */
const stems = `
  password passwort passphrase motdepasse contrasena parola letmein letmeinplease welcome welcomehome iloveyou
  iloveyouforever ilovemyself administrator adminadmin superadmin superuser rootroot changeme changemenow
  changethis trustnoone trustno qwerty qwertyuiop asdfghjkl zxcvbnm qazwsx abcdef abcabc football baseball
  basketball superman batman spiderman starwars pokemon princess sunshine dragon monkey master shadow michael
  jennifer computer internet whatever freedom mustang liverpool manchester chelsea arsenal barcelona minecraft
  fortnite callofduty playstation nintendo samsung microsoft facebook instagram google youtube linkedin hello
  helloworld goodmorning goodluck godisgood jesuschrist jesus blessed lovelove loveyou mylove forever babygirl
  butterfly chocolate strawberry summer winter spring autumn monday friday january february september october
  november december correcthorsebatterystaple correcthorse thisismypassword mypassword nopassword secretsecret
  topsecret secret testtest testing tester demo guest default temporary temppass newpassword companyname customer
  callcenter telephone voiceagent operator
`
  .trim()
  .split(/\s+/);
