export const grouped = (value: number) => value.toLocaleString("en-US");

/** "1 entry", "4,724 entries". */
export const count = (value: number, one: string, many: string) => `${grouped(value)} ${value === 1 ? one : many}`;
