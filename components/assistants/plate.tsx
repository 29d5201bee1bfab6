"use client";

import type { ReactNode } from "react";
import { asSent } from "@/components/ui/as-sent";
import { CopyId } from "@/components/ui/copy-id";
import { KvList } from "@/components/ui/kv-list";
import type { Assistant } from "@/lib/contract/assistants";
import { callLength } from "./call-length";

/** Side by side and without arrows: the API contract does not say how the three work together. */
export function Plate({ assistant, hasCords }: { assistant: Assistant; hasCords: boolean }) {
  const { transcriber, model, voice, first_message_mode: mode, max_duration_seconds: seconds } = assistant;
  return (
    <section className="plate" aria-label="How it is set up">
      <PlatePart title="Transcriber" provider={transcriber?.provider}>
        <KvList
          entries={[
            ["Model", sent(transcriber?.model)],
            ["Language", sent(transcriber?.language)],
          ]}
        />
      </PlatePart>
      <PlatePart title="Model" provider={model?.provider}>
        <KvList
          entries={[
            ["Model", sent(model?.model)],
            ["Temperature", sent(model?.temperature)],
            ["Max tokens", sent(model?.max_tokens)],
          ]}
        />
      </PlatePart>
      <PlatePart title="Voice" provider={voice?.provider}>
        <KvList
          entries={[
            ["Voice ID", voice?.voice_id ? <CopyId key="id" id={voice.voice_id} whole quiet /> : sent(undefined)],
          ]}
        />
      </PlatePart>
      <footer>
        <dl className="modes">
          <div>
            <dt>Who speaks first</dt>
            <dd className="mono">{sent(mode)}</dd>
          </div>
          <div>
            <dt>Longest call</dt>
            <dd>
              {typeof seconds === "number" ? (
                <>
                  {callLength(seconds)} <span className="faint">{seconds} seconds</span>
                </>
              ) : (
                sent(seconds)
              )}
            </dd>
          </div>
        </dl>
      </footer>
      {hasCords && <span className="pj" aria-hidden="true" />}
    </section>
  );
}

type PlatePartProps = { title: string; provider: string | null | undefined; children: ReactNode };

function PlatePart({ title, provider, children }: PlatePartProps) {
  return (
    <div className="plate-part">
      <h3>{title}</h3>
      <p>{sent(provider)}</p>
      {children}
    </div>
  );
}

const sent = (value: unknown) =>
  value === undefined || value === null ? <span className="faint">not sent</span> : asSent(value);
