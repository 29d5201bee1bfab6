import { type RefObject, useEffect, useRef } from "react";
import { type DelayedSend, useDelayed } from "@/components/preflight/use-delayed";
import { type ActSender, acts, type Verb, verbs } from "@/components/send/acts/use-act-sender";
import { useQuestion } from "@/components/send/send-control";
import { useSendOff } from "@/components/send/use-send";
import { deferred } from "@/components/ui/browser/deferred";
import { useKeys } from "@/components/ui/browser/use-keys";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button, type ButtonProps } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Menu, MenuItem, PageItems } from "@/components/ui/overlay/menu";
import { startCampaign } from "@/lib/contract/api/campaigns";
import type { CampaignProgress } from "@/lib/contract/console/campaign-progress";
import { type Stage, stageOf, statusIn } from "@/lib/contract/console/campaign-stage";
import type { OnAct } from "./act-dialog";

const AskOne = deferred(async () => (await import("./ask-one")).AskOne);

/** Pausing alone asks no question. */
const textOf = (verb: Verb) => (verb === "pause" ? acts.pause.label : `${acts[verb].label}…`);

type CampaignControlsProps = {
  campaign_id: string;
  name: string | undefined;
  record: Record<string, unknown> | undefined;
  progress: CampaignProgress | null | undefined;
  sender: ActSender;
  isEmpty: boolean;
};

export function CampaignControls({ sender, isEmpty, ...campaign }: CampaignControlsProps) {
  const { campaign_id, name, record, progress } = campaign;
  const { question, ask } = useCampaignQuestion();
  const pauseButton = useRef<HTMLButtonElement>(null);
  useFocusFromUrl(pauseButton, record !== undefined);
  const delayed = useDelayed(campaign_id);
  const off = useActOff({ campaign_id, delayed, sender, isEmpty });
  const status = record ? statusIn(record) : (progress?.status ?? null);
  const leading = isEmpty ? (["start"] as const) : leadingVerbs(status);
  const others = verbs.filter((verb) => !leading.some((other) => other === verb));
  const press = (verb: Verb) =>
    verb === "pause" ? void sender.send("pause", [{ id: campaign_id, title: name ?? "The campaign" }]) : ask(verb);
  useKeys(
    {
      S: () => press("start"),
      E: () => press("resume"),
      // A letter never sends. Enter on the focused control does.
      P: () => pauseButton.current?.focus(),
    },
    verbs.some((verb) => off(verb) === undefined),
  );

  return (
    <>
      <section data-bottom-strip className={stripClass} aria-label="Controls">
        {isEmpty && <span className="text-sm text-ink-3">{off("start")}</span>}
        {delayed && !delayed.isOwn && <span className="text-sm text-ink-2 max-narrow:w-full">{delayed.message}</span>}
        {leading.map((verb) => (
          <LeadingButton
            key={verb}
            ref={verb === "pause" ? pauseButton : undefined}
            verb={verb}
            variant={verb === "cancel" ? "stop" : isEmpty || leading.length > 2 ? "plain" : "primary"}
            off={off(verb)}
            isSending={sender.isSendingAs(verb)}
            delayed={delayed?.action === verb ? delayed.label : undefined}
            onPress={() => press(verb)}
          />
        ))}
        <Menu trigger={<IconButton icon="more" label="More" bare={false} small={false} />}>
          {others.map((verb) => (
            <MenuItem
              key={verb}
              icon={acts[verb].icon}
              stop={verb === "cancel"}
              {...(verb === "pause" ? {} : { load: AskOne.load })}
              disabled={off(verb) !== undefined}
              {...shortcutOf(verb)}
              onSelect={() => press(verb)}
            >
              <span className="min-w-0 flex-1 py-0.5">
                {textOf(verb)}
                <small className="block max-w-[18em] text-sm/[17px] text-ink-3">{off(verb)}</small>
              </span>
            </MenuItem>
          ))}
          <PageItems />
        </Menu>
      </section>
      {question && (
        <CampaignQuestion
          key={question}
          {...campaign}
          verb={question}
          off={off(question)}
          isSending={sender.isSendingAs(question)}
          onAct={(targets, canUndo) => {
            ask(undefined);
            void sender.send(question, targets, canUndo);
          }}
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

type LeadingButtonProps = Pick<ButtonProps, "ref" | "variant" | "isSending"> & {
  verb: Verb;
  off: string | undefined;
  delayed: string | undefined;
  onPress: () => void;
};

function LeadingButton({ verb, off, delayed, onPress, ...button }: LeadingButtonProps) {
  return (
    <Button
      {...button}
      icon={acts[verb].icon}
      {...(off ? { disabled: true, title: off } : shortcutOf(verb))}
      {...(verb === "pause" ? {} : { "aria-haspopup": "dialog" as const, load: AskOne.load })}
      onClick={onPress}
    >
      {delayed ?? textOf(verb)}
    </Button>
  );
}

const shortcutOf = (verb: Verb) => {
  const { shortcut } = acts[verb];
  return shortcut ? { shortcut } : {};
};

type CampaignQuestionProps = Pick<CampaignControlsProps, "campaign_id" | "name" | "record" | "progress"> & {
  verb: AskedVerb;
  off: string | undefined;
  isSending: boolean;
  onAct: OnAct;
  onClose: () => void;
};

function CampaignQuestion({
  off: offNow,
  isSending,
  record = {},
  progress = null,
  ...question
}: CampaignQuestionProps) {
  const { isOpen, off } = useQuestion(true, { off: offNow, isSending });
  return isOpen && <AskOne {...question} {...{ record, progress, off }} />;
}

type OffInput = { campaign_id: string; delayed: DelayedSend | undefined; sender: ActSender; isEmpty: boolean };

/** Why each action cannot be sent now. One that is being sent shows that instead. */
function useActOff({ campaign_id, delayed, sender, isEmpty }: OffInput) {
  // The four actions are for the same roles.
  const off = useSendOff(startCampaign, { campaign_id });
  return (verb: Verb) => {
    if (sender.isSendingAs(verb)) return undefined;
    if (verb === "pause" || verb === "cancel") return off;
    return delayed?.message ?? off ?? (verb === "start" && isEmpty ? "Start needs contacts" : undefined);
  };
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
