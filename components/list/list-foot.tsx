import type { MouseEvent, ReactNode } from "react";
import { TableFoot } from "@/components/data-table/table-foot";
import { ExportLink } from "@/components/query/export-link";
import { useMay } from "@/components/query/use-me";
import { useUrlState } from "@/components/ui/browser/use-url-state";
import { Button } from "@/components/ui/buttons/button";
import { buttonClass } from "@/components/ui/buttons/button-class";
import { Icon } from "@/components/ui/buttons/icon";
import type { InputOf } from "@/lib/contract/inputs";
import type { Operation } from "@/lib/contract/operation";
import { cursorIn, exportInput } from "./list-input";
import { type ListFrame, type ListSpec, toPage } from "./list-spec";

/** The cursor before each cursor, for *Newer*. Module-level, because the foot is unmounted between pages. */
const cursorBefore = new Map<string, string | undefined>();

type ListFootProps<Op extends Operation, File extends Operation> = {
  spec: ListSpec<Op, File>;
  input: InputOf<Op>;
  next?: string | null;
  /** Inputs of the export that the list has not, such as the time zone. */
  more?: Partial<InputOf<File>>;
  /** In place of *CSV*, if there is more than one file. */
  files?: ReactNode;
  /** Counts of the rows. */
  children: ReactNode;
};

/** Counts at the left; *Newer*, *Older* and *CSV* at the right. */
export function ListFoot<Op extends Operation, File extends Operation>(props: ListFootProps<Op, File>) {
  const { spec, input, next = null, more, files, children } = props;
  const url = useUrlState();
  const mayExport = useMay(spec.file);
  return (
    <TableFoot
      end={
        <span className="flex items-center gap-2 print:hidden">
          <PageSteps spec={spec} cursor={cursorIn(url.get)} next={next} />
          {mayExport && files}
          {mayExport && !files && (
            <ExportLink
              op={spec.file}
              input={exportInput(spec, input, more)}
              className={buttonClass({ variant: "bare" })}
              title={`All ${spec.nouns[1]} as filtered`}
            >
              <Icon name="dl" />
              CSV
            </ExportLink>
          )}
        </span>
      }
    >
      <span>{children}</span>
    </TableFoot>
  );
}

type PageStepsProps = { spec: ListFrame; cursor: string | undefined; next: string | null };

/** *Newest* stands in for *Newer* if the page before is unknown, as after a reload. */
function PageSteps({ spec, cursor, next }: PageStepsProps) {
  const url = useUrlState();
  const turnTo = (event: MouseEvent<HTMLElement>, to: string | undefined) => {
    url.set(toPage(spec, to));
    event.currentTarget.closest("[data-slot=table-foot]")?.previousElementSibling?.scrollIntoView();
  };
  return (
    <>
      {cursor !== undefined && (
        <Button variant="bare" icon="left" onClick={(event) => turnTo(event, cursorBefore.get(cursor))}>
          {cursorBefore.has(cursor) ? "Newer" : "Newest"}
        </Button>
      )}
      {next !== null && (
        <Button
          variant="bare"
          onClick={(event) => {
            cursorBefore.set(next, cursor);
            turnTo(event, next);
          }}
        >
          Older
          <Icon name="right" />
        </Button>
      )}
    </>
  );
}
