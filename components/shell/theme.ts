import { setCookie } from "@/components/ui/browser/set-cookie";
import type { Preferences } from "@/lib/contract/inputs/preferences";

export const themeCookie = "switchboard-theme";

/** Theme of a cookie value; undefined means the system theme. */
export const themeOf = (value: string | undefined) => (value === "light" || value === "dark" ? value : undefined);

export function applyTheme(theme: Preferences["theme"]) {
  const chosen = themeOf(theme);
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  setCookie(themeCookie, chosen ?? "");
}

const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** The other theme than the shown one. If it is that of the system, the page follows the system from then on. */
export function otherTheme(): Preferences["theme"] {
  const shown = themeOf(document.documentElement.dataset.theme) ?? systemTheme();
  const other = shown === "dark" ? "light" : "dark";
  return other === systemTheme() ? "system" : other;
}
