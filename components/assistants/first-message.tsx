"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { Bay } from "@/components/ui/section";
import { Shown } from "@/components/ui/shown";
import type { Assistant } from "@/lib/contract/api/assistants";
import { fieldsOf } from "@/lib/contract/fields";
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
        <blockquote className="quote" lang={languageTag(fieldsOf(transcriber).language)} dir="auto">
          {message}
        </blockquote>
      ) : (
        <p className="note">
          <Shown value={message} />
        </p>
      )}
    </Bay>
  );
}
