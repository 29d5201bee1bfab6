import { useQueries, useQuery } from "@tanstack/react-query";
import { isUnreadable } from "@/components/query/query-view";
import { useMay } from "@/components/query/use-me";
import { statusClass } from "@/components/status/status";
import { StatusIcon } from "@/components/ui/buttons/status-icon";
import { Notice } from "@/components/ui/page/notice";
import { TimeText } from "@/components/ui/time/time-text";
import { readInBackground } from "@/lib/client/background-read";
import { read } from "@/lib/client/query";
import { getTool } from "@/lib/contract/api/tools";
import { listMissingTools, type MissingTool } from "@/lib/contract/console/related-records";
import { toolIdsIn } from "@/lib/contract/shapes/tool";
import { visibleControls } from "@/lib/format/format-raw";
import { nameOf } from "./record-head";
import { RecordLink } from "./summary";

const mostChecked = 20;

/** Reads the tools that a record names, so that one deleted elsewhere is marked as soon as the page is open. */
export function useToolChecks(record: unknown) {
  const mayRead = useMay(getTool);
  const ids = mayRead ? toolIdsIn(record).slice(0, mostChecked) : [];
  const tools = useQueries({ queries: ids.map((tool_id) => readInBackground(getTool, { tool_id })) });
  return new Map(ids.map((id, index) => [id, nameOf(tools[index]?.data?.value.data)]));
}

/** The tools that a record names and that are known to be gone. */
export function useMissingTools(resource: string, ref: string) {
  const missing = useQuery(read(listMissingTools, { resource, ref }));
  return { tools: missing.data?.value.data ?? [], isUnread: isUnreadable(missing) };
}

type MissingToolsProps = ReturnType<typeof useMissingTools> & {
  /** In a dialog, which has margins of its own. */
  isPlain?: boolean;
};

/** Says at the head of a record's page that it names tools that are gone, or that this is unknown. */
export function MissingTools({ tools, isUnread, isPlain = false }: MissingToolsProps) {
  if (isUnread)
    return (
      <p className={`text-sm/[17px] text-ink-3 ${isPlain ? "" : "px-(--gutter) pb-4"}`}>
        Switchboard could not check whether its tools are missing.
      </p>
    );
  if (tools.length === 0) return null;
  const sure = tools.filter(({ is_by_name }) => !is_by_name).length;
  const count = sure || tools.length;
  const title = `Uses ${count === 1 ? "a tool" : `${count} tools`} that ${sure === 0 ? "may be" : sure === 1 ? "is" : "are"} missing`;
  return (
    <div className={isPlain ? "mt-3" : "px-(--gutter) py-4"}>
      <Notice tone={sure > 0 ? "fault" : "wait"} role="status" title={title}>
        {tools.map((tool) => (
          <p key={`${tool.named} ${tool.is_by_name}`}>
            {tool.is_by_name ? (
              <code>{visibleControls(tool.named)}</code>
            ) : (
              <RecordLink field="tool_id" id={tool.named}>
                {tool.name === null ? undefined : visibleControls(tool.name)}
              </RecordLink>
            )}
            : <Since tool={tool} />
          </p>
        ))}
      </Notice>
    </div>
  );
}

/** Beside what names a tool that is gone. */
export function MissingMark({ tool }: { tool: MissingTool | undefined }) {
  if (!tool) return null;
  const tone = tool.is_by_name ? "wait" : "fault";
  return (
    <>
      <span className={statusClass({ tone, shape: "text" })}>
        <StatusIcon tone={tone} tinted />
        {tool.is_by_name ? "May be missing" : "Missing"}
      </span>
      , <Since tool={tool} />
    </>
  );
}

/** Another tool, not known here, may have the name of one that is gone. */
const Since = ({ tool: { is_by_name, is_deleted_here, since } }: { tool: MissingTool }) => (
  <>
    {is_deleted_here
      ? `${is_by_name ? "a tool with this name was " : ""}deleted from here`
      : `${is_by_name ? "no tool with this name found" : "not found"} since`}{" "}
    <TimeText at={since} variant="moment" />
  </>
);
