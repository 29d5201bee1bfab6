"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "@/components/query/use-me";
import { SendFault } from "@/components/send/send-fault";
import { Button, ButtonLink } from "@/components/ui/buttons/button";
import type { IconName } from "@/components/ui/buttons/icon";
import { dots } from "@/components/ui/charts/stepper";
import { useToast } from "@/components/ui/overlay/toast";
import { moreClass, outdentClass, sectionHeadClass } from "@/components/ui/page/section";
import { read, write } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { type FirstStep, hideFirstSteps, type Overview } from "@/lib/contract/console/summary";
import type { OutputOf } from "@/lib/contract/operation";
import { asSentence } from "@/lib/format/as-sentence";

const gridClass = (count: number) =>
  `grid border-t border-rule ${count > 1 ? "grid-cols-5 max-mid:grid-cols-2 max-narrow:grid-cols-1" : ""}`;

const cellClass = [
  "px-(--gutter) not-first:border-l not-first:border-rule max-mid:nth-[n+3]:border-t max-mid:nth-odd:border-l-0",
  "max-narrow:not-first:border-t max-narrow:not-first:border-l-0",
].join(" ");

/** Setup steps of a new installation. */
export function FirstSteps({ steps }: Pick<Overview, "steps">) {
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ is_done }) => !is_done)?.step;
  return (
    <section className="border-t border-rule" aria-labelledby="first-steps">
      <div className={`px-(--gutter) pt-3.5 ${sectionHeadClass}`}>
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
          <StepCell key={step} step={step} state={is_done ? "done" : step === next ? "now" : "next"} />
        ))}
      </ol>
    </section>
  );
}

type StepCellProps = { step: FirstStep; state: keyof typeof dots };

function StepCell({ step, state }: StepCellProps) {
  const connection = useQuery(read(getConnectionStatus, {})).data?.value;
  const isDone = state === "done";
  const { title, text, link, href, icon } = stepText({ step, isDone, connection });
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
};

function connectionText(isDone: boolean, connection: ConnectionStatus | undefined) {
  const isDemo = connection?.source === "demo";
  const platform = isDemo ? "The demo platform" : "Your voice platform";
  if (isDone || connection?.is_answering) return `${platform} answers.${isDemo ? " Switch to yours at any time." : ""}`;
  if (connection?.is_faulty && connection.last_problem)
    return `${platform} answers, but with errors. ${asSentence(connection.last_problem)}`;
  return `${platform} does not answer. Check its address and key.`;
}

function stepText({ step, isDone, connection }: StepInput): StepText {
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
    events: {
      title: "Receive the platform’s events",
      text: "Calls, campaigns and results then appear by themselves.",
      link: "Set up the address",
      href: "/webhooks/address",
    },
    campaign: {
      title: "Open the first campaign",
      text: connection?.source === "demo" ? "Choose one that is running." : "By its ID. It then stays in the list.",
      link: "Open campaigns",
      href: "/campaigns",
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
