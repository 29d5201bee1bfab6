"use client";

import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/buttons/button";
import { KvList } from "@/components/ui/page/kv-list";
import { Section } from "@/components/ui/page/section";
import { limits } from "@/lib/contacts/plan";
import { formatCount } from "@/lib/format/format-count";

/** A header and nothing else: an example row could be sent by mistake. The mark makes Excel read it as UTF-8. */
export const templateFile = {
  name: "contacts-template.csv",
  text: "\ufeffphone_number,name\r\n",
  type: "text/csv;charset=utf-8",
} as const;

/** What a list must be, said before one is chosen. */
export function FileRules() {
  return (
    <Section
      title="What the list needs"
      className="grid content-start justify-items-start gap-3 [&>div]:m-0 [&>dl]:grid-cols-[68px_minmax(0,1fr)] [&>dl]:gap-x-3.5 [&>dl]:gap-y-2"
    >
      <KvList entries={rules} />
      <Button icon="dl" onClick={() => saveFile(templateFile.name, templateFile.text, templateFile.type)}>
        Download a template
      </Button>
    </Section>
  );
}

const megabytes = limits.bytes / 1024 ** 2;

const rules = [
  [
    "Columns",
    <>
      <code>phone_number</code> and <code>name</code>. Other names can be matched in the next step. Other columns are
      left out.
    </>,
  ],
  [
    "Numbers",
    <>
      International format: +, country code, number, as <span>+12125550142</span>. Spaces, dashes and brackets are taken
      out.
    </>,
  ],
  ["Names", `One for each number, at most ${limits.nameCharacters} characters.`],
  [
    "Files",
    "CSV or text, with commas, semicolons, tabs or vertical bars. Workbooks as .xlsx or .ods. Contacts as .vcf (vCard).",
  ],
  ["Encoding", "UTF-8 or UTF-16. Older ones are told by their letters."],
  [
    "Size",
    `Tried with ${formatCount(limits.triedRows)} rows. At most ${formatCount(limits.rows)} rows, ${megabytes} MB and ${limits.columns} columns.`,
  ],
  ["Sending", "Nothing leaves this browser before you press the last button."],
] as const;
