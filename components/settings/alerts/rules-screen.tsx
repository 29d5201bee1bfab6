"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query/query-view";
import { useOwnSend } from "@/components/send/use-send-fault";
import { Status } from "@/components/status/status";
import { Link } from "@/components/ui/buttons/link";
import { Select } from "@/components/ui/fields/input";
import { Switch } from "@/components/ui/fields/switch";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { tableClass } from "@/components/ui/page/table-class";
import { TimeText } from "@/components/ui/time/time-text";
import { read } from "@/lib/client/query";
import { type Audience, audiences } from "@/lib/contract/console/alert-rule-ids";
import { ruleKinds } from "@/lib/contract/console/alert-rules";
import { type AlertRule, getAlertSettings, setAlertRule } from "@/lib/contract/console/alert-settings";
import { SettingsPage } from "../settings-frame";

/** Alert rules: what counts as a problem, and who is notified. */
export function RulesScreen() {
  const settings = useQuery(read(getAlertSettings, {}));
  return (
    <SettingsPage title="Alert rules" under={{ href: "/settings/alerts", label: "Alerts" }}>
      <div className={sectionsClass({ hasTables: true })}>
        <QueryView query={settings} label="the alert rules" level={2}>
          {({ value }) => <RulesSection rules={value.rules} />}
        </QueryView>
      </div>
    </SettingsPage>
  );
}

const headings = [
  { label: "When", className: "" },
  { label: "Limit", className: "w-[158px]" },
  { label: "Notify", className: "w-[190px]" },
  { label: "Now", className: "w-[150px]" },
  { label: "On", className: "w-[72px]" },
] as const;

function RulesSection({ rules }: { rules: readonly AlertRule[] }) {
  return (
    <Section
      title="Rules"
      note="What counts as a problem, and which roles are notified. Each person can choose otherwise."
      flush
    >
      <table className={tableClass({ density: "regular" })}>
        <caption className="sr-only">Alert rules</caption>
        <thead>
          <tr>
            {headings.map(({ label, className }) => (
              <th key={label} scope="col" className={className}>
                {label === "On" ? <span className="sr-only">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow key={rule.rule} rule={rule} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const rowClass =
  "narrow:*:h-[53px] max-narrow:grid-cols-[auto_minmax(0,1fr)_auto] max-narrow:gap-y-2 max-narrow:*:overflow-visible";

function RuleRow({ rule }: { rule: AlertRule }) {
  const { title, description, limits } = ruleKinds[rule.rule];
  const set = useOwnSend(setAlertRule, "Change", title);
  return (
    <tr className={rowClass}>
      <th
        scope="row"
        className="py-1.5 whitespace-normal max-narrow:col-span-2 max-narrow:col-start-1 max-narrow:row-start-1"
      >
        <span className="block leading-5 font-[550]">{title}</span>
        <span className="block text-sm/[17px] text-ink-3">{description}</span>
      </th>
      <td className="max-narrow:col-start-1 max-narrow:row-start-2 max-narrow:self-center">
        {limits.length === 0 ? (
          "at once"
        ) : (
          <Select
            size="small"
            className="w-full max-narrow:w-auto"
            aria-label={`Limit: ${title}`}
            value={rule.limit ?? ""}
            isSending={set.isPending}
            onChange={(event) => set.mutate({ rule: rule.rule, limit: event.target.value })}
          >
            {limits.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </td>
      <td className="max-narrow:col-span-2 max-narrow:col-start-2 max-narrow:row-start-2">
        <Select
          size="small"
          className="w-full max-narrow:w-auto max-narrow:max-w-full"
          aria-label={`Notify: ${title}`}
          value={rule.audience}
          isSending={set.isPending}
          onChange={(event) => set.mutate({ rule: rule.rule, audience: event.target.value as Audience })}
        >
          {audiences.map((audience) => (
            <option key={audience} value={audience}>
              {audienceLabels[audience]}
              {ruleKinds[rule.rule].isDaily && audience !== "nobody" ? ", once a day" : ""}
            </option>
          ))}
        </Select>
      </td>
      <td className="max-narrow:col-span-3 max-narrow:row-start-3">
        <RuleNow rule={rule} />
      </td>
      <td className="max-narrow:col-start-3 max-narrow:row-start-1 max-narrow:text-right">
        <Switch
          aria-label={title}
          checked={rule.is_on}
          isSending={set.isPending}
          onChange={(is_on) => set.mutate({ rule: rule.rule, is_on })}
        />
      </td>
    </tr>
  );
}

const audienceLabels: Record<Audience, string> = {
  everyone: "Everyone",
  admins: "Admins",
  admins_and_support: "Admins and support",
  campaign_managers: "Campaign managers",
  support: "Support",
  nobody: "Nobody, list only",
};

function RuleNow({ rule: { rule, is_on, open, tone, last_at } }: { rule: AlertRule }) {
  if (!is_on) return <span className="text-ink-3">off</span>;
  if (open > 0)
    return (
      <Link className="hover:underline hover:underline-offset-3" href={`/?rule=${rule}`}>
        <Status word={`${open} open`} tone={tone ?? "wait"} />
      </Link>
    );
  if (!last_at) return <span className="text-ink-3">no alert yet</span>;
  return (
    <span className="text-ink-3">
      last <TimeText at={last_at} variant="relative" quiet />
    </span>
  );
}
