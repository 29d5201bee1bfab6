import type { ReactNode } from "react";
import { CopyId } from "@/components/ui/buttons/copy-button";
import { KvList } from "@/components/ui/page/kv-list";
import { Shown } from "@/components/ui/page/shown";
import type { Assistant } from "@/lib/contract/api/assistants";
import { fieldsOf } from "@/lib/contract/fields";

/** No arrows between the three parts, because the API documentation does not say how they interact. */
export function AssistantCard({ assistant, hasConnectors }: { assistant: Assistant; hasConnectors: boolean }) {
  const [transcriber, model, voice] = [
    fieldsOf(assistant.transcriber),
    fieldsOf(assistant.model),
    fieldsOf(assistant.voice),
  ];
  return (
    <section
      className="relative mt-3.5 mr-(--gutter) mb-4 grid min-h-[182px] grid-cols-3 grid-rows-[1fr_auto] self-start rounded-2 border border-rule-2 bg-well max-narrow:mt-0 max-narrow:ml-4 max-narrow:grid-cols-1"
      aria-label="Setup"
    >
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
      <CallRules assistant={assistant} />
      {hasConnectors && <ConnectorEnd className="absolute top-[101px] -left-[7px] max-narrow:hidden" />}
    </section>
  );
}

function CallRules({
  assistant: { first_message_mode: mode, max_duration_seconds: seconds },
}: {
  assistant: Assistant;
}) {
  return (
    <footer className="col-span-full border-t border-rule-2 px-4 py-[9px]">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <div className="flex flex-wrap gap-2.5">
          <dt className="text-ink-3">Who speaks first</dt>
          <dd className="font-mono text-[0.92em] tracking-[-0.02em] wrap-anywhere [font-variant-ligatures:none]">
            <Shown value={mode} />
          </dd>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <dt className="text-ink-3">Max call length</dt>
          <dd className="wrap-anywhere">
            {typeof seconds === "number" ? (
              <>
                {callLength(seconds)} <span className="text-ink-3">{seconds} seconds</span>
              </>
            ) : (
              <Shown value={seconds} />
            )}
          </dd>
        </div>
      </dl>
    </footer>
  );
}

type CardPartProps = {
  title: string;
  part: { provider?: string | null | undefined } | string | null | undefined;
  children: ReactNode;
};

const factsStyle =
  "[&>dl]:grid-cols-[minmax(84px,max-content)_minmax(0,1fr)] [&>dl]:gap-x-3 [&>dl]:gap-y-[3px] narrow:max-mid:[&_dt]:mt-1 narrow:max-mid:[&_dt]:text-sm narrow:max-mid:[&>dl]:grid-cols-1 narrow:max-mid:[&>dl]:gap-0 max-narrow:[&>dl]:grid-cols-[110px_minmax(0,1fr)]";

/** Shows the whole value if the part is not an object. */
function CardPart({ title, part, children }: CardPartProps) {
  const isRecord = typeof part === "object" && part !== null;
  return (
    <div
      className={`min-w-0 border-rule-2 px-4 py-3 not-first:border-l max-mid:px-3 max-narrow:not-first:border-t max-narrow:not-first:border-l-0 ${factsStyle}`}
    >
      <h3 className="text-sm font-medium text-ink-3">{title}</h3>
      <p className="mt-px mb-[7px] text-lg font-semibold tracking-[-0.008em]">
        <Shown value={isRecord ? part.provider : part} />
      </p>
      {isRecord && children}
    </div>
  );
}

type ConnectorEndProps = { isOff?: boolean; className?: string };

export function ConnectorEnd({ isOff = false, className = "" }: ConnectorEndProps) {
  const color = isOff
    ? "border-edge bg-[radial-gradient(circle,var(--edge)_0_2.5px,var(--sheet)_3px)]"
    : "border-accent bg-[radial-gradient(circle,var(--accent)_0_2.5px,var(--sheet)_3px)]";
  return <span className={`size-[13px] rounded-full border-2 ${color} ${className}`} aria-hidden="true" />;
}

/** Formats 905 seconds as "15 min 5 s". */
export function callLength(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return [hours > 0 ? `${hours} h` : "", minutes > 0 ? `${minutes} min` : "", rest > 0 ? `${rest} s` : ""]
    .filter(Boolean)
    .join(" ");
}
