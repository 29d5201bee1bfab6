const dayMs = 86_400_000;
const lastDay = 2_958_466;

/** A day number as ISO text, to the second; undefined where it is no date that Excel knows. */
export function dateText(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < lastDay)) return undefined;
  const seconds = Math.round(serial * 86_400);
  const day = Math.floor(seconds / 86_400);
  const time = new Date((seconds % 86_400) * 1000).toISOString().slice(11, 19);
  if (day === 0 && !is1904) return time;
  const date = is1904 ? isoDay(Date.UTC(1904, 0, 1) + day * dayMs) : dayFrom1900(day);
  return time === "00:00:00" ? date : `${date}T${time}`;
}

/** Excel takes 1900 for a leap year: its day 60 never was, and the days before it count from one day later. */
function dayFrom1900(day: number) {
  if (day === 60) return "1900-02-29";
  return isoDay(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayMs);
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
