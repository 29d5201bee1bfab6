import { z } from "#schema";

/** Text that the database can keep and compare: no NUL, no half of a character, and no more than `most` of it. */
export const keptText = (most: number, text = z.string()) =>
  text
    .max(most, `Give no more than ${most} characters.`)
    .refine((given) => given.isWellFormed() && !given.includes("\0"), "This text cannot be kept.");
