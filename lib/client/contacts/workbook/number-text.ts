const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const shortInteger = /^[1-9]\d{0,14}$/;
const surelyKeptDigits = 15;

/**
 * A number of a cell as digits. Excel keeps 15 of them: a longer integer is written like 1.23456789012346E+17, so that
 * it is seen to be shortened. What is no integer stays as the file has it.
 */
export function numberText(written: string): string {
  const raw = written.trim();
  if (shortInteger.test(raw)) return raw;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = number.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/0+$/, "");
  if (whole + fraction === "") return raw;
  const significant = digits.replace(/^0+/, "");
  if (significant === "") return "0";
  const length = whole.length + Number(exponent) - (digits.length - significant.length);
  if (significant.length > length && length <= surelyKeptDigits) return raw;
  const minus = sign === "-" ? "-" : "";
  if (length <= surelyKeptDigits) return minus + significant.padEnd(length, "0");
  return scientific(raw);
}

function scientific(raw: string) {
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const [mantissa = "", exponent = ""] = value.toExponential(surelyKeptDigits - 1).split("e");
  return `${mantissa.replace(/\.?0+$/, "")}E${exponent}`;
}
