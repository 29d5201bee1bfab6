import { KeptRowsLink } from "@/components/list-file/kept-rows-link";
import type { KeptRows } from "./keep-left-out";

const messages: Record<Exclude<KeptRows["step"], "kept" | "none">, string> = {
  sending: "The rows left out are being stored on Switchboard’s server.",
  too_large: "The rows left out are too large to be stored on Switchboard’s server. Save them now.",
  failed: "The rows left out could not be stored on Switchboard’s server. Save them now.",
};

export function KeptRowsMessage({ keptRows }: { keptRows: KeptRows | undefined }) {
  if (!keptRows || keptRows.step === "none") return null;
  return (
    <p className="text-sm/[17px] text-ink-3" role="status">
      {keptRows.step === "kept" ? <KeptRowsLink {...keptRows} /> : messages[keptRows.step]}
    </p>
  );
}
