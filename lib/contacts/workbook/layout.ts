import { attempt } from "@/lib/format/attempt";
import { findPart, type PackageParts, type Part } from "./parts";
import { localName, readXml } from "./read-xml";
import { binaryWorkbook, damaged, otherZip, type Sheet } from "./workbook-types";

type SheetPart = { name: string; visibility: Sheet["visibility"]; part: Part | undefined };

/** Parts that the workbook's main part refers to. Chart sheets are omitted. */
export type Layout = {
  sheets: readonly SheetPart[];
  sharedStrings: Part | undefined;
  styles: Part | undefined;
  is1904: boolean;
};

export async function readLayout(parts: PackageParts): Promise<Layout> {
  const main = await findMain(parts);
  const relations = await readRelations(parts, main.path);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part;
  const { sheets, is1904 } = await readMain(main, relations);
  return { sheets, is1904, sharedStrings: partOf("sharedstrings"), styles: partOf("styles") };
}

async function findMain(parts: PackageParts): Promise<Part> {
  if (findPart(parts, "xl/workbook.bin")) throw binaryWorkbook();
  const relations = await readRelations(parts, "");
  const main = relations.find(({ type }) => type === "officedocument")?.part ?? findPart(parts, "xl/workbook.xml");
  if (!main) throw otherZip();
  return main;
}

const visibilities: Readonly<Record<string, Sheet["visibility"]>> = { hidden: "hidden", veryhidden: "veryHidden" };

async function readMain(main: Part, relations: readonly Relation[]) {
  const sheets: SheetPart[] = [];
  let isWorkbook = false;
  let is1904 = false;

  function addSheet(attributes: Readonly<Record<string, string>>) {
    const idName = Object.keys(attributes).find((key) => key.includes(":") && localName(key) === "id");
    const relation = relations.find(({ id }) => id === attributes[idName ?? "id"]);
    if (relation && relation.type !== "worksheet") return;
    sheets.push({
      name: attributes.name ?? `Sheet ${sheets.length + 1}`,
      visibility: visibilities[attributes.state?.toLowerCase() ?? ""] ?? "visible",
      part: relation?.part,
    });
  }

  await readXml(main, {
    open(name, attributes) {
      if (name === "workbook") isWorkbook = true;
      else if (name === "sheet") addSheet(attributes);
      else if (name === "workbookPr") is1904 = /^(1|true|on)$/i.test(attributes.date1904 ?? "");
    },
  });
  if (!isWorkbook) throw otherZip();
  if (sheets.length === 0) throw damaged();
  return { sheets, is1904 };
}

type Relation = {
  id: string;
  /** Last segment of the type's URL in lower case. The rest differs between the two forms of the standard. */
  type: string;
  part: Part | undefined;
};

/** Relationships of a part. An empty path means the package itself. */
async function readRelations(parts: PackageParts, sourcePath: string): Promise<readonly Relation[]> {
  const folder = sourcePath.slice(0, sourcePath.lastIndexOf("/") + 1);
  const relationsPart = findPart(parts, `${folder}_rels/${sourcePath.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  if (!relationsPart) return relations;
  await readXml(relationsPart, {
    open(name, { Id = "", Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || TargetMode === "External") return;
      const type = Type.slice(Type.lastIndexOf("/") + 1).toLowerCase();
      relations.push({ id: Id, type, part: findPart(parts, pathOf(Target, folder)) });
    },
  });
  return relations;
}

function pathOf(target: string, folder: string) {
  const steps: string[] = [];
  const written = target.replaceAll("\\", "/");
  for (const step of (written.startsWith("/") ? written : folder + written).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  const path = steps.join("/");
  return attempt(() => decodeURIComponent(path)) ?? path;
}
