/** True in the nightly run, whose random cases are new each time and many more. */
export const isNightly = process.env.NIGHTLY === "1";

/** Number of random cases of a test. */
export const runs = (day: number, night: number) => (isNightly ? night : day);
