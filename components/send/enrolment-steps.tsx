import type { ComponentProps } from "react";
import { encode } from "uqr";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { TextField } from "@/components/ui/fields/field";
import type { Enrolment } from "@/lib/contract/console/people/second-factor";
import { inGroups } from "./recovery-text";
import { ShownSecret } from "./shown-once-dialog";

/** The secret of an authenticator app, as a QR code and as text. */
export function EnrolmentSteps({ enrolment: { uri, secret, clock } }: { enrolment: Enrolment }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">Scan this with an authenticator app on your phone, or type the secret there.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <a className={`${buttonClass({ variant: "plain" })} narrow:not-pointer-coarse:hidden print:hidden`} href={uri}>
        Open in authenticator
      </a>
      <ShownSecret secret={inGroups(secret)} name="the secret" />
      <p className="text-sm/[18px] text-ink-3">
        Codes depend on the time. Switchboard's clock said {clock} when this opened. Minutes and seconds of your phone
        must be the same.
      </p>
    </div>
  );
}

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

/** The code of an authenticator app. */
export const CodeField = ({ label = "Code of six digits", ...field }: CodeFieldProps) => (
  <TextField label={label} inputMode="numeric" autoComplete="one-time-code" code {...field} />
);

/** Modules of white space that readers need around the code. */
const border = 4;

/**
 * A QR code as one path, because the policy of the pages allows no styles and no data URLs. Its colors are attributes, because
 * readers need black on white in every theme, in forced colors and on paper.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border });
  return (
    <svg
      className="size-[188px] rounded-2 [shape-rendering:crispEdges]"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  );
}

/** A rectangle for each run of black modules in a row. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows
    .flatMap((row, y) =>
      [
        ...row
          .map((isBlack) => (isBlack ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join("");
