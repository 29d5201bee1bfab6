const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000 };

export function ago(now: Date, time: Partial<Record<keyof typeof units, number>>) {
  const before = Object.entries(time).reduce(
    (sum, [unit, amount]) => sum + amount * units[unit as keyof typeof units],
    0,
  );
  return new Date(now.getTime() - before).toISOString();
}
