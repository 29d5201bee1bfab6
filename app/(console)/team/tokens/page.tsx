import type { Metadata } from "next";
import { ConsolePage } from "@/app/_server/console-page";
import { start } from "@/app/_server/server-reads";
import { TokensScreen } from "@/components/team/tokens/tokens-screen";
import { listTokens } from "@/lib/contract/console/people/tokens";

export const metadata: Metadata = { title: "Tokens, team" };

export default function TokensPage() {
  return (
    <ConsolePage needs={listTokens} reads={[start(listTokens, {})]}>
      <TokensScreen />
    </ConsolePage>
  );
}
