import type { ReactNode } from "react";
import { useToast } from "@/components/ui/overlay/toast";
import { readAnswer } from "@/lib/client/answer";
import { call } from "@/lib/client/call";
import { sealSearch } from "@/lib/contract/console/sealed-search";
import type { InputOf } from "@/lib/contract/inputs";
import { pathOf } from "@/lib/contract/match";
import type { Operation } from "@/lib/contract/operation";
import { mayHoldNumber } from "@/lib/format/number-in-text";

type ExportLinkProps<Op extends Operation> = {
  op: Op;
  input: InputOf<Op>;
  children: ReactNode;
  className: string;
  title?: string | undefined;
};

/** Saves an export to the disk as it comes. The address never holds a number that was searched for. */
export function ExportLink<Op extends Operation>({ op, input, children, ...look }: ExportLinkProps<Op>) {
  const toast = useToast();
  const text = "text" in input && typeof input.text === "string" ? input.text : undefined;
  if (text === undefined || !mayHoldNumber(text))
    return (
      <a data-slot="button" href={hrefOf(op, input)} download {...look}>
        {children}
      </a>
    );
  async function save(searched: string) {
    const sealed = readAnswer(sealSearch, await call(sealSearch, { text: searched })).value;
    const link = document.createElement("a");
    Object.assign(link, { href: hrefOf(op, { ...input, ...sealed }), download: "" });
    link.click();
  }
  const onFault = ({ message }: Error) => toast({ tone: "fault", title: "The export was not started", body: message });
  return (
    <button type="button" data-slot="button" onClick={() => void save(text).catch(onFault)} {...look}>
      {children}
    </button>
  );
}

const hrefOf = (op: Operation, input: Record<string, unknown>) => `/api${pathOf(op, input)}`;
