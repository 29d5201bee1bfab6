import { JsonViewer } from "@/components/ui/json-viewer";
import type { RawAnswer } from "@/lib/client/answer";
import { sentRecord } from "./sent-record";

export function AssistantJson({ answer }: { answer: RawAnswer }) {
  return (
    <section className="bay as-json" aria-label="The record as JSON">
      <JsonViewer value={sentRecord(answer.raw)} label="Assistant as JSON" />
    </section>
  );
}
