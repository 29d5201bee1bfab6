import type { Metadata } from "next";
import { SetPasswordScreen } from "@/components/sign-in/set-password-screen";
import { serverContext } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** The link's token stands behind the #, which is not sent: only the page's own script knows it. */
export default async function SetPasswordPage() {
  const { sendsMail } = serverContext();
  return <SetPasswordScreen sendsMail={sendsMail} />;
}
