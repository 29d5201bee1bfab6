import { JsonViewer } from "@/components/ui/json-viewer";
import type { RawAnswer } from "@/lib/client/answer";
import { unwrapped } from "@/lib/contract/fields";

export function AssistantJson({ answer }: { answer: RawAnswer }) {
  return (
    <section className="bay as-json" aria-label="The record as JSON">
      <JsonViewer value={unwrapped(answer.raw)} label="Assistant as JSON" />
    </section>
  );
}
