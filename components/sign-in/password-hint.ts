import { passwordFault, passwordLength } from "@/lib/contract/console/password";

/** What stands under a new password while it is typed: how strong it is, in plain words. */
export function passwordHint(password: string, whose: { name?: string; email?: string }) {
  if (password === "")
    return `At least ${passwordLength.least} characters. Four unrelated words are easy to keep and hard to guess.`;
  const fault = passwordFault(password, whose);
  if (fault) return fault;
  const length = [...password].length;
  return length >= 18 ? "Long enough that nobody will guess it." : "Good. A few more characters make it better.";
}
