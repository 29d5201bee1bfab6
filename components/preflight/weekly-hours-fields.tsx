import { Checkbox } from "@/components/ui/fields/checkbox";
import { FieldError, TextField, type TextFieldProps } from "@/components/ui/fields/field";
import { ZoneField } from "@/components/ui/fields/zone-options";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

type WeeklyHoursFieldsProps = {
  days: readonly number[];
  zone: string;
  from: Omit<TextFieldProps, "label">;
  to: Omit<TextFieldProps, "label">;
  errors: { days?: { message?: string } | undefined; zone?: { message?: string } | undefined };
  onDays: (days: number[]) => void;
  onZone: (zone: string) => void;
};

/** Days, times and time zone of calling hours. Days count from Monday, 1. */
export function WeeklyHoursFields({ days, zone, from, to, errors, onDays, onZone }: WeeklyHoursFieldsProps) {
  const toggle = (day: number, isOn: boolean) => onDays(isOn ? [...days, day] : days.filter((other) => other !== day));
  return (
    <>
      <fieldset>
        <legend className="mb-[5px] font-[550]">Calling days</legend>
        <div className="flex flex-wrap gap-x-3.5">
          {weekdays.map((name, index) => (
            <Checkbox
              key={name}
              checked={days.includes(index + 1)}
              onChange={(event) => toggle(index + 1, event.target.checked)}
            >
              {name}
            </Checkbox>
          ))}
        </div>
        {errors.days && <FieldError isAlert>{errors.days.message}</FieldError>}
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <TextField label="From" type="time" {...from} />
        <TextField label="To" type="time" {...to} />
      </div>
      <ZoneField value={zone} error={errors.zone?.message} onChange={onZone} />
    </>
  );
}
