import { type RefObject, useEffect, useRef } from "react";
import { useQuestion } from "@/components/send/send-control";
import { SendFault } from "@/components/send/send-fault";
import { type Send, useSend } from "@/components/send/use-send";
import { deferred } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button, type ButtonProps } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem, PageItems } from "@/components/ui/overlay/menu";
import { cancelCampaign, pauseCampaign } from "@/lib/contract/api/campaigns";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { type Stage, stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import { type CallingSend, useCallingSend } from "./use-calling-send";

const StartDialog = deferred(async () => (await import("./campaign-dialogs")).StartDialog);
const CancelDialog = deferred(async () => (await import("./campaign-dialogs")).CancelDialog);

const verbs = ["start", "pause", "resume", "cancel"] as const;
type Verb = (typeof verbs)[number];

const looks = {
  start: { icon: "play", label: "Start…", shortcut: "S" },
  pause: { icon: "pause", label: "Pause", shortcut: "P" },
  resume: { icon: "resume", label: "Resume…", shortcut: "E" },
  cancel: { icon: "cancel", label: "Cancel…", shortcut: undefined },
} as const;

export type CampaignSends = Record<"pause" | "cancel", Send> & Record<"start" | "resume", CallingSend>;

export function useCampaignSends(campaign_id: string, name = "The campaign", isEmpty = false): CampaignSends {
  const input = { campaign_id };
  const start = useCallingSend("start", campaign_id, name);
  return {
    start: isEmpty ? { ...start, off: start.off ?? "Start needs contacts" } : start,
    pause: useSend(pauseCampaign, input, { what: "Pause", doneMessage: `${name} was paused` }),
    resume: useCallingSend("resume", campaign_id, name),
    cancel: useSend(cancelCampaign, input, { what: "Cancel", doneMessage: `${name} was cancelled` }),
  };
}

export function CampaignFaults({ sends }: { sends: CampaignSends }) {
  return verbs.map((verb) => {
    const { what, error, dismiss } = sends[verb];
    return error && <SendFault key={verb} error={error} what={what} resource="campaigns" onDismiss={dismiss} />;
  });
}

type CampaignControlsProps = {
  campaign_id: string;
  name: string | null | undefined;
  record: Record<string, unknown> | undefined;
  progress: CampaignProgress | null | undefined;
  sends: CampaignSends;
  isEmpty: boolean;
};

export function CampaignControls({ campaign_id, name, record, progress, sends, isEmpty }: CampaignControlsProps) {
  const { question, ask } = useCampaignQuestion();
  const pauseButton = useRef<HTMLButtonElement>(null);
  useFocusFromUrl(pauseButton, record !== undefined);
  const status = record ? statusIn(record) : (progress?.status ?? null);
  const leading = isEmpty ? (["start"] as const) : leadingVerbs(status);
  const others = verbs.filter((verb) => !leading.some((other) => other === verb));
  const delayed = sends.start.delayed ?? sends.resume.delayed;
  const isOff = verbs.every((verb) => sends[verb].off !== undefined);
  const press = (verb: Verb) => (verb === "pause" ? sends.pause.send() : ask(verb));
  useKeys(
    {
      S: () => press("start"),
      E: () => press("resume"),
      // A letter never sends. Enter on the focused control does.
      P: () => pauseButton.current?.focus(),
    },
    !isOff,
  );

  return (
    <>
      <section data-bottom-strip className={stripClass} aria-label="Controls">
        {isEmpty && <span className="text-sm text-ink-3">{sends.start.off}</span>}
        {delayed && !delayed.isOwn && <span className="text-sm text-ink-2 max-narrow:w-full">{delayed.message}</span>}
        {leading.map((verb) => (
          <LeadingButton
            key={verb}
            ref={verb === "pause" ? pauseButton : undefined}
            verb={verb}
            variant={verb === "cancel" ? "stop" : isEmpty || leading.length > 2 ? "plain" : "primary"}
            send={sends[verb]}
            delayed={delayed?.action === verb ? delayed.label : undefined}
            onPress={() => press(verb)}
          />
        ))}
        <Menu trigger={<IconButton icon="more" label="More" bare={false} small={false} />}>
          {others.map((verb) => (
            <MenuItem
              key={verb}
              icon={looks[verb].icon}
              stop={verb === "cancel"}
              {...(verb === "pause" ? {} : { load: StartDialog.load })}
              disabled={sends[verb].off !== undefined}
              {...(looks[verb].shortcut ? { shortcut: looks[verb].shortcut } : {})}
              onSelect={() => press(verb)}
            >
              <span className="min-w-0 flex-1 py-0.5">
                {looks[verb].label}
                <small className="block max-w-[18em] text-sm/[17px] text-ink-3">{sends[verb].off}</small>
              </span>
            </MenuItem>
          ))}
          <PageItems />
        </Menu>
      </section>
      {question && (
        <CampaignQuestion
          key={question}
          {...{ campaign_id, name, record, progress, sends }}
          verb={question}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

type AskedVerb = Exclude<Verb, "pause">;

function useCampaignQuestion() {
  const url = useUrlState();
  const question = verbs.find((verb): verb is AskedVerb => verb !== "pause" && verb === url.get("ask"));
  return { question, ask: (verb: AskedVerb | undefined) => url.set({ ask: verb }, { replaces: true }) };
}

/** `?ask=pause` focuses the button, as P does. Pausing needs no confirmation. */
function useFocusFromUrl(button: RefObject<HTMLButtonElement | null>, isReady: boolean) {
  const { get, set } = useUrlState();
  const isAsked = isReady && get("ask") === "pause";
  useEffect(() => {
    if (!isAsked) return;
    // Later, because the page's heading takes the focus after a navigation.
    const timer = setTimeout(() => {
      button.current?.focus();
      set({ ask: undefined }, { replaces: true });
    });
    return () => clearTimeout(timer);
  }, [isAsked, button, set]);
}

type LeadingButtonProps = Pick<ButtonProps, "ref" | "variant"> & {
  verb: Verb;
  send: Send;
  delayed: string | undefined;
  onPress: () => void;
};

function LeadingButton({ verb, send: { off, isSending }, delayed, onPress, ...button }: LeadingButtonProps) {
  const { icon, label, shortcut } = looks[verb];
  return (
    <Button
      {...button}
      icon={icon}
      {...(shortcut && !off ? { shortcut } : {})}
      {...(off ? { disabled: true, title: off } : {})}
      {...(verb === "pause" ? {} : { "aria-haspopup": "dialog" as const, load: StartDialog.load })}
      isSending={isSending}
      onClick={onPress}
    >
      {delayed ?? label}
    </Button>
  );
}

type CampaignQuestionProps = Omit<CampaignControlsProps, "isEmpty"> & { verb: AskedVerb; onClose: () => void };

function CampaignQuestion({ verb, record, progress = null, sends, onClose, ...campaign }: CampaignQuestionProps) {
  const send = sends[verb];
  const isOpen = useQuestion(true, send);
  const dialog = {
    ...campaign,
    progress,
    off: send.off,
    onClose,
  };
  function then(run: () => void) {
    onClose();
    run();
  }
  if (!isOpen) return false;
  if (verb === "cancel") return <CancelDialog {...dialog} onConfirm={() => then(send.send)} />;
  const { confirm } = sends[verb];
  return (
    <StartDialog
      {...dialog}
      verb={verb}
      record={record ?? {}}
      onConfirm={(confirmed) => then(() => confirm(confirmed))}
    />
  );
}

const stripClass = [
  "flex items-center gap-2 narrow:border-l narrow:border-rule-2 narrow:pl-3.5 print:hidden",
  "max-narrow:fixed max-narrow:inset-x-0 max-narrow:bottom-0 max-narrow:z-20 max-narrow:border-t max-narrow:border-rule-2",
  "max-narrow:flex-wrap max-narrow:bg-well max-narrow:px-(--gutter) max-narrow:py-2.5 max-narrow:*:data-[slot=button]:h-11",
  "max-narrow:[&_kbd]:hidden max-narrow:*:data-[slot=button]:not-last:flex-[1_1_28%] max-narrow:*:data-[slot=button]:last:flex-none",
].join(" ");

const usual: Record<Stage, readonly Verb[]> = {
  unstarted: ["start", "cancel"],
  running: ["pause", "cancel"],
  paused: ["resume", "cancel"],
  ended: [],
};

/** The actions that fit a status; all of them if its word is unknown. */
export function leadingVerbs(status: string | null): readonly Verb[] {
  const stage = stageOf(status);
  return stage ? usual[stage] : verbs;
}
