import { Button } from "@/components/ui/buttons/button";
import { formatCount } from "@/lib/format/format-count";

type NewRowsProps = {
  waiting: number;
  /** Rows that keep their place although they have ended. */
  ended?: number;
  onShow: () => void;
};

export function NewRows({ waiting, ended = 0, onShow }: NewRowsProps) {
  if (waiting + ended === 0) return null;
  const changes = [waiting > 0 && `${formatCount(waiting)} new`, ended > 0 && `${formatCount(ended)} ended`];
  return (
    <div className="sticky top-[78px] z-6 flex h-0 justify-center" data-floating="">
      <Button
        className="mt-1.5 h-7 [box-shadow:var(--sh-2)] max-narrow:h-9"
        size="small"
        icon="up-small"
        onClick={onShow}
      >
        {changes.filter(Boolean).join(", ")}
      </Button>
    </div>
  );
}
