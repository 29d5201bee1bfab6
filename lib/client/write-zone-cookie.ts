import { zoneCookie } from "@/lib/format/local-zone";
import { setCookie } from "./set-cookie";

/** Tells the server the browser's zone for later pages, by the browser's own name of it. */
export const writeZoneCookie = () =>
  setCookie(zoneCookie, encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""));
