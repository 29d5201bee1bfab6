/** Characters in groups of four, for people who read or type them. */
export const inGroups = (text: string) => text.replaceAll(/.{4}(?=.)/g, "$& ");

/** Recovery codes as lines of a text. */
export const recoveryText = (codes: readonly string[]) => codes.map(inGroups).join("\n");

export const recoveryLead =
  "Each of these codes signs you in once, if your phone is not at hand. They are shown only now. Keep them where your password is not.";
