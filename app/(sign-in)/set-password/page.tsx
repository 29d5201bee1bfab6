import type { Metadata } from "next";
import { SetPasswordScreen } from "@/components/sign-in/set-password-screen";
import { serverContext } from "@/lib/server/server-context";

export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** The token is in the URL fragment, which browsers do not send. Only the page's own script can read it. */
export default async function SetPasswordPage() {
  const { sendsMail } = serverContext();
  return <SetPasswordScreen sendsMail={sendsMail} />;
}
