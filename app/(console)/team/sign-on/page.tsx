import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { SignOnScreen } from "@/components/team/sign-on-screen";
import { getSecondFactor } from "@/lib/contract/console/people/second-factor";
import { getSso, setSsoOnly } from "@/lib/contract/console/people/sso";

export const metadata: Metadata = { title: "Sign-on, team" };

export default function SignOnPage() {
  return (
    <ConsolePage needs={setSsoOnly} reads={[start(getSecondFactor, {}), start(getSso, {})]}>
      <SignOnScreen />
    </ConsolePage>
  );
}
