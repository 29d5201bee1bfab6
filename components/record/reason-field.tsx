import { TextField } from "@/components/ui/fields/field";

type ReasonFieldProps = { reason: string; onReason: (reason: string) => void; hint?: string };

/** Why somebody does what the audit log records. */
export const ReasonField = ({ reason, onReason, hint }: ReasonFieldProps) => (
  <TextField
    label="Reason"
    {...(hint === undefined ? {} : { hint })}
    maxLength={300}
    autoComplete="off"
    value={reason}
    onChange={({ target }) => onReason(target.value)}
  />
);
