import { useMutation, useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/query/use-me";
import { SendFault } from "@/components/send/send-fault";
import { Button } from "@/components/ui/buttons/button";
import { TextLink } from "@/components/ui/buttons/link";
import { dots } from "@/components/ui/charts/stepper";
import { useToast } from "@/components/ui/overlay/toast";
import { read, write } from "@/lib/client/query";
import { getConnectionStatus } from "@/lib/contract/console/connection";
import { type FirstStep, hideFirstSteps, type Overview } from "@/lib/contract/console/summary";
import type { OutputOf } from "@/lib/contract/operation";
import { asSentence } from "@/lib/format/as-sentence";

export function FirstSteps({ steps }: Pick<Overview, "steps">) {
  const connection = useQuery(read(getConnectionStatus, {})).data?.value;
  const mayHide = useMay(hideFirstSteps);
  const done = steps.filter(({ is_done }) => is_done).length;
  const next = steps.find(({ is_done }) => !is_done)?.step;
  if (!next) return null;
  const { href, link, text } = nextStep(next, connection);
  return (
    <section
      className="flex h-8 items-center gap-3.5 border-b border-rule bg-well px-(--gutter) text-sm/5 text-ink-2 print:hidden"
      aria-labelledby="first-steps"
    >
      <h2 id="first-steps" className="flex-none font-semibold text-ink">
        {steps.length === 1 ? "First step" : "First steps"}
      </h2>
      {steps.length > 1 && (
        <span className="flex-none">
          {done} of {steps.length}
          <span className="sr-only"> done</span>
        </span>
      )}
      {steps.length > 1 && <Dots steps={steps} next={next} />}
      <p className="min-w-0 truncate">
        Next: <TextLink href={href}>{link}</TextLink>
        <span className="max-narrow:hidden">{text}</span>
      </p>
      {mayHide && (
        <span className="-mr-[9px] ml-auto flex-none max-narrow:hidden">
          <Hide />
        </span>
      )}
    </section>
  );
}

function Dots({ steps, next }: Pick<Overview, "steps"> & { next: FirstStep }) {
  return (
    <span className="flex flex-none items-center max-narrow:hidden" aria-hidden="true">
      {steps.map(({ step, is_done }) => (
        <i
          key={step}
          className={`grid size-[9px] place-items-center rounded-full border-[1.5px] not-first:ml-2 ${dots[is_done ? "done" : step === next ? "now" : "next"]}`}
        />
      ))}
    </span>
  );
}

type ConnectionStatus = OutputOf<typeof getConnectionStatus>;

/** A platform that does not answer is the only reason for the first step to be open. */
function connectionText(connection: ConnectionStatus | undefined) {
  if (connection?.is_faulty && connection.last_problem)
    return ` Your voice platform answers, but with errors. ${asSentence(connection.last_problem)}`;
  return " Your voice platform does not answer. Check its address and key.";
}

type Step = { href: string; link: string; text: string };

/** `text` continues the sentence that `link` begins. */
function nextStep(step: FirstStep, connection: ConnectionStatus | undefined): Step {
  const steps: Record<FirstStep, Step> = {
    connect: { href: "/settings/platform", link: "check the connection.", text: connectionText(connection) },
    person: { href: "/team?ask=add", link: "add a person", text: ", who gets a link to choose a password" },
    events: {
      href: "/webhooks/address",
      link: "receive the platform’s events",
      text: ", so that calls and results appear by themselves",
    },
    campaign: {
      href: "/campaigns",
      link: "open the first campaign",
      text: connection?.source === "demo" ? ", one that is running" : " by its ID, so that it stays in the list",
    },
    alert: {
      href: "/settings/alerts",
      link: "choose who gets alerts",
      text: ", so that failures reach you outside this tab",
    },
    backup: {
      href: "/settings/data/backups",
      link: "make the first backup",
      text: ", and keep it and the secret on another disk",
    },
  };
  return steps[step];
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
