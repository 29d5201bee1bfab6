import { Button } from "@/components/ui/buttons/button";
import { formatCount } from "@/lib/format/format-count";

export function NewRows({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  if (waiting === 0) return null;
  return (
    <div className="sticky top-[78px] z-6 flex h-0 justify-center" data-floating="">
      <Button
        className="mt-1.5 h-7 [box-shadow:var(--sh-2)] max-narrow:h-9"
        size="small"
        icon="up-small"
        onClick={onShow}
      >
        {formatCount(waiting)} new
      </Button>
    </div>
  );
}
