import { Checkbox } from "@/components/ui/fields/checkbox";
import { type AlertTopic, alertTopics } from "@/lib/contract/console/alert-rule-ids";
import { topics } from "@/lib/contract/console/alert-rules";

type TopicChecksProps = {
  label: string;
  /** "some" of its rules are chosen. */
  stateOf: (topic: AlertTopic) => boolean | "some";
  onChange: (topic: AlertTopic, isOn: boolean) => void;
  isSending?: boolean;
  isDisabled?: (topic: AlertTopic) => boolean;
};

/** The four topics of alerts, each with a checkbox. */
export function TopicChecks({ label, stateOf, onChange, isSending = false, isDisabled }: TopicChecksProps) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <ul className="grid gap-1.5">
        {alertTopics.map((topic) => (
          <li key={topic}>
            <Checkbox
              checked={stateOf(topic) === true}
              mixed={stateOf(topic) === "some"}
              isSending={isSending}
              disabled={isDisabled?.(topic) ?? false}
              onChange={({ target }) => onChange(topic, target.checked)}
            >
              {topics[topic].title} <span className="block text-sm/[17px] text-ink-3">{topics[topic].description}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
