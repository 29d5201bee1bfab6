import { useMe } from "@/components/query/use-me";
import { useNotes } from "@/components/record/notes";
import { useKeys } from "@/components/ui/browser/use-keys";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { useCopy } from "@/components/ui/buttons/use-copy";
import { clock } from "@/lib/clock";
import { callTicketText } from "./call-ticket";

type CopyCallProps = Omit<Parameters<typeof callTicketText>[0], "notes" | "nowMs" | "author" | "link">;

const what = "the call for a ticket";

/** Copies a call as plain text: by its button or C. L copies its link. */
export function CopyCall(props: CopyCallProps) {
  const { name: author } = useMe();
  const notes = useNotes("calls", props.call_id);
  const { copy } = useCopy();
  const link = () => new URL(location.pathname, location.href).href;
  const text = () => callTicketText({ ...props, notes, author, link: link(), nowMs: clock.nowMs() });
  useKeys({ C: () => void copy(text(), what), L: () => void copy(link(), "the link") });
  return (
    <CopyButton text={text} name={what} aria-keyshortcuts="C" className="max-narrow:flex-none!">
      <span className="max-narrow:sr-only">Copy for ticket</span>
    </CopyButton>
  );
}
