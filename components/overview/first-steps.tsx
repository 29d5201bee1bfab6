"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { SendFault } from "@/components/send/send-fault";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import type { IconName } from "@/components/ui/buttons/icon";
import { Link } from "@/components/ui/buttons/link";
import { dots } from "@/components/ui/charts/stepper";
import { useToast } from "@/components/ui/overlay/toast";
import { moreClass, outdentClass, sectionHeadClass } from "@/components/ui/page/section";
import { read, write } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { type FirstStep, hideFirstSteps, type Overview, type Sample } from "@/lib/contract/console/summary";
import { idToPath } from "@/lib/contract/identifier";
import type { OutputOf } from "@/lib/contract/operation";
import { asSentence } from "@/lib/format/as-sentence";

/** Setup steps, and sample records on the demo platform. */
export function FirstSteps({ steps, samples }: Pick<Overview, "steps" | "samples">) {
  return (
    <>
      {steps.length > 0 && <Checklist steps={steps} samples={samples} />}
      {samples.length > 0 && <Samples samples={samples} />}
    </>
  );
}

const headClass = `px-(--gutter) pt-3.5 ${sectionHeadClass}`;

const gridClass = (count: number) =>
  `grid border-t border-rule ${count > 1 ? "grid-cols-4 max-mid:grid-cols-2 max-narrow:grid-cols-1" : ""}`;

const cellClass = [
  "px-(--gutter) not-first:border-l not-first:border-rule max-mid:nth-[n+3]:border-t max-mid:nth-3:border-l-0",
  "max-narrow:not-first:border-t max-narrow:not-first:border-l-0",
].join(" ");

function Checklist({ steps, samples }: Pick<Overview, "steps" | "samples">) {
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ is_done }) => !is_done)?.step;
  return (
    <section className="border-t border-rule" aria-labelledby="first-steps">
      <div className={headClass}>
        <h2 id="first-steps">{steps.length === 1 ? "First step" : "First steps"}</h2>
        {steps.length > 1 && (
          <span className="text-sm/[17px] text-ink-3">
            {done} of {steps.length} done
          </span>
        )}
        {useMay(hideFirstSteps) && (
          <span className={`${moreClass} ${outdentClass}`}>
            <Hide />
          </span>
        )}
      </div>
      <ol className={`mt-2 ${gridClass(steps.length)}`}>
        {steps.map(({ step, is_done }) => (
          <StepCell
            key={step}
            step={step}
            state={is_done ? "done" : step === next ? "now" : "next"}
            samples={samples}
          />
        ))}
      </ol>
    </section>
  );
}

type StepCellProps = { step: FirstStep; state: keyof typeof dots; samples: readonly Sample[] };

function StepCell({ step, state, samples }: StepCellProps) {
  const connection = useQuery(read(getConnectionStatus, {})).data?.value;
  const sample = samples.find(({ resource }) => resource === "campaigns");
  const isDone = state === "done";
  const { title, text, link, href, icon } = stepText({ step, isDone, connection, sample });
  return (
    <li
      className={`relative grid grid-cols-[13px_minmax(0,1fr)] content-start gap-x-3 gap-y-[3px] py-3.5 ${cellClass}`}
      aria-current={state === "now" ? "step" : undefined}
    >
      <i
        aria-hidden="true"
        className={`mt-1 grid size-[13px] place-items-center rounded-full border-[1.5px] ${dots[state]}`}
      />
      <h3 className={isDone ? "font-semibold text-ink-2" : "font-semibold"}>
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </h3>
      <p className="col-start-2 text-ink-2">{text}</p>
      <ButtonLink
        size="small"
        variant={state === "now" ? "primary" : "plain"}
        className="col-start-2 mt-2 justify-self-start"
        href={href}
        {...(icon ? { icon } : {})}
      >
        {link}
      </ButtonLink>
    </li>
  );
}

type StepText = { title: string; text: ReactNode; link: string; href: string; icon?: IconName };
type ConnectionStatus = OutputOf<typeof getConnectionStatus>;
type StepInput = {
  step: FirstStep;
  isDone: boolean;
  connection: ConnectionStatus | undefined;
  sample: Sample | undefined;
};

function connectionText(isDone: boolean, connection: ConnectionStatus | undefined) {
  const isDemo = connection?.source === "demo";
  const platform = isDemo ? "The demo platform" : "Your voice platform";
  if (isDone || connection?.is_answering) return `${platform} answers.${isDemo ? " Switch to yours at any time." : ""}`;
  if (connection?.is_faulty && connection.last_problem)
    return `${platform} answers, but with errors. ${asSentence(connection.last_problem)}`;
  return `${platform} does not answer. Check its address and key.`;
}

function stepText({ step, isDone, connection, sample }: StepInput): StepText {
  const texts: Record<FirstStep, StepText> = {
    connect: {
      title: "Connect",
      text: connectionText(isDone, connection),
      link: "Open connection",
      href: "/settings/connection",
    },
    person: {
      title: "Add a person",
      text: "You get a link to send them. They choose their own password.",
      link: "Add a person",
      href: "/team?ask=add",
    },
    campaign: {
      title: "Open the first campaign",
      text: sample ? "By its ID, or try the sample one." : "By its ID. It then stays in the list.",
      link: sample ? "Open the sample campaign" : "Open campaigns",
      href: sample ? hrefOf(sample) : "/campaigns",
    },
    alert: {
      title: "Set an alert",
      text: "So failures reach you outside this tab.",
      link: "Set an alert",
      href: "/settings/alerts",
      icon: "bell",
    },
  };
  return texts[step];
}

function Hide() {
  const toast = useToast();
  const hide = useMutation(write(hideFirstSteps));
  const show = useMutation(write(hideFirstSteps));
  const undo = (
    <Button size="small" onClick={() => show.mutate({ is_hidden: false })}>
      Undo
    </Button>
  );
  return (
    <>
      {hide.error && <SendFault error={hide.error} what="Hide the first steps" onDismiss={hide.reset} />}
      <Button
        size="small"
        variant="bare"
        isSending={hide.isPending}
        sendingLabel="…"
        onClick={() =>
          hide.mutate({ is_hidden: true }, { onSuccess: ({ value }) => toast({ title: value.message, action: undo }) })
        }
      >
        Hide
      </Button>
    </>
  );
}

const kindOf: Record<string, string> = {
  campaigns: "a campaign",
  workflows: "a workflow",
  calls: "a call",
  tools: "a tool",
};

const hrefOf = ({ resource, id }: Sample) => `/${resource}/${idToPath(id)}`;

function Samples({ samples }: { samples: readonly Sample[] }) {
  return (
    <section className="border-t border-rule" aria-labelledby="samples">
      <div className={headClass}>
        <h2 id="samples">Try with sample data</h2>
      </div>
      <ul className={`mt-2 ${gridClass(samples.length)}`}>
        {samples.map((sample) => (
          <li key={sample.resource} className={cellClass}>
            <Link className="-mx-2 block rounded-1 px-2 py-3 hover:bg-hover" href={hrefOf(sample)}>
              <b className="font-semibold text-accent underline underline-offset-3">{sample.name}</b>
              <span className="block text-ink-2">{kindOf[sample.resource]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
