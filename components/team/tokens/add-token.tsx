import { useMutation } from "@tanstack/react-query";
import { roleName } from "@/components/query/who-can";
import { useCheckedForm } from "@/components/send/use-checked-form";
import { FieldError, TextField } from "@/components/ui/fields/field";
import { SelectField } from "@/components/ui/fields/select-field";
import { FormDialog } from "@/components/ui/overlay/form-dialog";
import { write } from "@/lib/client/query";
import { addToken, defaultTokenDays, tokenScopes } from "@/lib/contract/console/people/tokens";
import { teamInputs } from "@/lib/contract/inputs/team";
import { type OutputOf, roles } from "@/lib/contract/operation";
import { scopeName } from "./scope-name";

export type MadeToken = OutputOf<typeof addToken>;

const lives = [7, 30, defaultTokenDays, 180, 365];

type AddTokenProps = { onMade: (made: MadeToken) => void; onClose: () => void };

export function AddToken({ onMade, onClose }: AddTokenProps) {
  const { field, handleSubmit } = useCheckedForm(teamInputs["tokens.add"], {
    defaultValues: { name: "", role: "viewer", scope: "read", days: defaultTokenDays },
  });
  const add = useMutation({ ...write(addToken), onSuccess: ({ value }) => onMade(value) });

  return (
    <FormDialog
      title="Make a token"
      lead="Scripts and other programs call Switchboard with it in your name. It never allows more than your role."
      submitLabel="Make token"
      isSending={add.isPending}
      sendingLabel="Making…"
      onSubmit={handleSubmit((token) => add.mutate(token))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-first-focus
        hint="What uses it, such as “nightly export”."
        {...field("name")}
      />
      <SelectField label="Role" {...field("role")}>
        {roles.toReversed().map((role) => (
          <option key={role} value={role}>
            {roleName(role)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Access" {...field("scope")}>
        {tokenScopes.map((scope) => (
          <option key={scope} value={scope}>
            {scopeName[scope]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Expires after" {...field("days", { valueAsNumber: true })}>
        {lives.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
      {add.error && <FieldError isAlert>{add.error.message}</FieldError>}
    </FormDialog>
  );
}
