import { LinkButton } from "@/components/ui/buttons/button";

type TypedNoteProps = { isShown: boolean; className?: string; onDiscard: () => void };

/** Why an overlay stays open after a press beside it or Esc. */
export const TypedNote = ({ isShown, className = "", onDiscard }: TypedNoteProps) => (
  <p role="status" className={`text-sm/[18px] text-wait-ink empty:hidden ${className}`}>
    {isShown && (
      <>
        Still open, because you have typed something. Esc discards it.{" "}
        <LinkButton onClick={onDiscard}>Discard</LinkButton>
      </>
    )}
  </p>
);
