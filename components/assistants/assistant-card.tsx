"use client";

import type { ReactNode } from "react";
import { CopyId } from "@/components/ui/copy-id";
import { KvList } from "@/components/ui/kv-list";
import { Shown } from "@/components/ui/shown";
import type { Assistant } from "@/lib/contract/api/assistants";
import { fieldsOf } from "@/lib/contract/fields";
import { callLength } from "./call-length";

/** Side by side and without arrows: the API contract does not say how the three work together. */
export function AssistantCard({ assistant, hasConnectors }: { assistant: Assistant; hasConnectors: boolean }) {
  const { first_message_mode: mode, max_duration_seconds: seconds } = assistant;
  const [transcriber, model, voice] = [
    fieldsOf(assistant.transcriber),
    fieldsOf(assistant.model),
    fieldsOf(assistant.voice),
  ];
  return (
    <section className="plate" aria-label="How it is set up">
      <CardPart title="Transcriber" part={assistant.transcriber}>
        <KvList
          entries={[
            ["Model", <Shown key="model" value={transcriber.model} />],
            ["Language", <Shown key="language" value={transcriber.language} />],
          ]}
        />
      </CardPart>
      <CardPart title="Model" part={assistant.model}>
        <KvList
          entries={[
            ["Model", <Shown key="model" value={model.model} />],
            ["Temperature", <Shown key="temperature" value={model.temperature} />],
            ["Max tokens", <Shown key="tokens" value={model.max_tokens} />],
          ]}
        />
      </CardPart>
      <CardPart title="Voice" part={assistant.voice}>
        <KvList
          entries={[
            [
              "Voice ID",
              voice.voice_id ? (
                <CopyId key="id" id={voice.voice_id} whole quiet />
              ) : (
                <Shown key="id" value={voice.voice_id} />
              ),
            ],
          ]}
        />
      </CardPart>
      <footer>
        <dl className="modes">
          <div>
            <dt>Who speaks first</dt>
            <dd className="mono">
              <Shown value={mode} />
            </dd>
          </div>
          <div>
            <dt>Longest call</dt>
            <dd>
              {typeof seconds === "number" ? (
                <>
                  {callLength(seconds)} <span className="faint">{seconds} seconds</span>
                </>
              ) : (
                <Shown value={seconds} />
              )}
            </dd>
          </div>
        </dl>
      </footer>
      {hasConnectors && <span className="pj" aria-hidden="true" />}
    </section>
  );
}

type CardPartProps = {
  title: string;
  part: { provider?: string | null | undefined } | string | null | undefined;
  children: ReactNode;
};

/** A part that came as no object has no fields to list: it is shown whole. */
function CardPart({ title, part, children }: CardPartProps) {
  const isRecord = typeof part === "object" && part !== null;
  return (
    <div className="plate-part">
      <h3>{title}</h3>
      <p>
        <Shown value={isRecord ? part.provider : part} />
      </p>
      {isRecord && children}
    </div>
  );
}
