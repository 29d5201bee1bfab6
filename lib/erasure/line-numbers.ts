/** All numbers, in E.164 form, under which the line of a number may be stored. */
export const numbersOfLine = (number: string): readonly string[] => [number];
