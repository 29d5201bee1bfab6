import { StatusIcon, type Tone } from "@/components/ui/buttons/status-icon";

export const AnswerTitle = ({ tone, text }: { tone: Tone; text: string }) => (
  <span className="flex items-baseline gap-2.5">
    <StatusIcon tone={tone} tinted className="size-4! flex-none self-start mt-1.5" />
    <span className="min-w-0">{text}</span>
  </span>
);
