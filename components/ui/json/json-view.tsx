"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { stringifyJson } from "@/lib/format/json";
import { codeBlockClass } from "./code-block";

type JsonViewProps = { value: unknown; label: string };

/** A value as indented JSON. Numbers keep their digits. */
export function JsonView({ value, label }: JsonViewProps) {
  const [isWrapped, setIsWrapped] = useState(false);
  const text = useMemo(() => stringifyJson(value, 2), [value]);
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-end gap-x-2 gap-y-1.5 print:hidden">
        <Button size="small" variant="bare" aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
          Wrap lines
        </Button>
        <CopyButton size="small" variant="bare" text={text} name="the JSON">
          Copy
        </CopyButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable boxes must be focusable */}
      <section className={`${boxClass} ${isWrapped ? wrapClass : "whitespace-pre"}`} aria-label={label} tabIndex={0}>
        {text}
      </section>
    </div>
  );
}

const boxClass = `max-h-[min(70vh,720px)] px-3.5 py-2.5 print:max-h-none print:overflow-visible ${codeBlockClass}`;

const wrapClass = "wrap-anywhere whitespace-pre-wrap";
