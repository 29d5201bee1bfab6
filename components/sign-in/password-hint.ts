import { passwordFault, passwordLength } from "@/lib/contract/console/people/password";

/** Hint under a new password: its strength or its fault. */
export function passwordHint(password: string, person: { name?: string; email?: string }) {
  if (password === "")
    return `At least ${passwordLength.least} characters. Four unrelated words are easy to keep and hard to guess.`;
  const fault = passwordFault(password, person);
  if (fault) return fault;
  const length = [...password].length;
  return length >= 18 ? "Strong password." : "Good. A few more characters make it better.";
}
