import { Button, type ButtonProps } from "@/components/ui/buttons/button";
import { pauseCampaign } from "@/lib/contract/api/campaigns";
import { useSendOff } from "../use-send";
import { useActSender } from "./use-act-sender";

type PauseButtonProps = Pick<ButtonProps, "size" | "variant" | "className" | "aria-label" | "children"> & {
  campaign_id: string;
  title: string | null | undefined;
  onPaused?: () => void;
};

/** Pauses one campaign at once, without a question. A toast says how that went. */
export function PauseButton({ campaign_id, title, onPaused, children = "Pause", ...button }: PauseButtonProps) {
  const { send, isSending } = useActSender();
  const off = useSendOff(pauseCampaign, { campaign_id });
  async function pause() {
    const paused = await send("pause", [{ id: campaign_id, title: title ?? "The campaign" }]);
    if (paused.length > 0) onPaused?.();
  }
  return (
    <Button
      {...button}
      icon="pause"
      data-pause
      isSending={isSending}
      sendingLabel="Pausing…"
      {...(off && !isSending ? { disabled: true, title: off } : {})}
      onClick={() => void pause()}
    >
      {children}
    </Button>
  );
}
