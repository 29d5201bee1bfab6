"use client";

import { Bay } from "@/components/ui/bay";
import { CopyButton } from "@/components/ui/copy-button";
import type { Assistant } from "@/lib/contract/assistants";
import { languageTag } from "./language-tag";

export function FirstMessage({ assistant }: { assistant: Assistant }) {
  const { first_message: message, transcriber } = assistant;
  const copy = message && (
    <CopyButton text={message} name="the first message" variant="bare" size="small">
      Copy
    </CopyButton>
  );
  return (
    <Bay title="First message" more={copy}>
      {message ? (
        <blockquote className="quote" lang={languageTag(transcriber?.language)} dir="auto">
          {message}
        </blockquote>
      ) : (
        <p className="note">{message === "" ? "It is empty." : "None was sent."}</p>
      )}
    </Bay>
  );
}
