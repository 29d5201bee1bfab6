import { isNameFault, type RowStatus } from "@/lib/contacts/row-status/row-status";
import type { ReadPhone } from "@/lib/numbers/dialled-reader";

/** The gravest doubt about a row that is sent; `ok` without one. */
export function doubtOf(phoneResult: ReadPhone, nameStatus: RowStatus): RowStatus {
  if (nameStatus === "encoding" || nameStatus === "mojibake") return nameStatus;
  if (phoneResult.doubt !== "ok") return phoneResult.doubt;
  if (isRounded(phoneResult.phone)) return "rounded";
  if (phoneResult.range < 0 || phoneResult.range % 2 === 1) return "kept";
  return isNameFault(nameStatus) ? "ok" : nameStatus;
}

/**
 * True if only zeros follow the sixth digit. A spreadsheet that shows 447911123456 as 4.47911E+11 loses the other
 * digits when saved. Of a million real numbers at most a few end like this.
 */
function isRounded(phone: string) {
  const digits = phone.length - 1;
  if (digits < minRoundedDigits || phone.charCodeAt(digits) !== zero) return false;
  let lastDigit = digits;
  while (lastDigit > 0 && phone.charCodeAt(lastDigit) === zero) lastDigit -= 1;
  return lastDigit <= shownDigits;
}

const zero = 48;
const minRoundedDigits = 11;
const shownDigits = 6;
