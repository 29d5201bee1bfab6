import type { Metadata } from "next";
import { EndSessionScreen } from "@/components/sign-in/end-session-screen";

export const metadata: Metadata = { title: "End a session", referrer: "no-referrer" };

/** The token is in the URL fragment, which browsers do not send. */
export default function EndSessionPage() {
  return <EndSessionScreen />;
}
