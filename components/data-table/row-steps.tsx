import { useKeys } from "@/components/ui/browser/use-keys";
import { Button } from "@/components/ui/buttons/button";

export type RowStepsProps = { ids: readonly string[]; index: number; onStep: (id: string) => void };

export function RowSteps({ ids, index, onStep }: RowStepsProps) {
  const [before, after] = index < 0 ? [undefined, undefined] : [ids[index - 1], ids[index + 1]];
  const step = (id: string | undefined) => id !== undefined && onStep(id);
  useKeys({ J: () => step(after), K: () => step(before) });

  return (
    <>
      <Button variant="bare" size="small" shortcut="K" disabled={before === undefined} onClick={() => step(before)}>
        Previous
      </Button>
      <Button variant="bare" size="small" shortcut="J" disabled={after === undefined} onClick={() => step(after)}>
        Next
      </Button>
    </>
  );
}
