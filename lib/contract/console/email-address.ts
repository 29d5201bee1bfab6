import { z } from "#schema";

/** An address as a person types it, with a sentence for an empty field and one for a wrong one. */
export const emailAddress = z
  .email({ error: ({ input }) => (input === "" ? "Give an email address." : "This is not an email address.") })
  .max(254);
