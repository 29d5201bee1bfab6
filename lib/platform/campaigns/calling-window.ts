import type { CallingWindow } from "@/lib/platform/tables/campaigns";

type Windowed = { timezone: string; calling_window: CallingWindow | null };

/** Whether a campaign may call at a moment: its window is in its own time zone, and may pass midnight. */
export function mayCallAt(moment: Date, { timezone, calling_window }: Windowed) {
  if (!calling_window) return true;
  const { days, start, end } = calling_window;
  const { day, time } = localTime(moment, timezone);
  if (start <= end) return days.includes(day) && start <= time && time < end;
  const dayBefore = (day + 6) % 7;
  return (days.includes(day) && time >= start) || (days.includes(dayBefore) && time < end);
}

function localTime(moment: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(moment);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return { day: weekdays.indexOf(part("weekday")), time: `${part("hour")}:${part("minute")}` };
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
