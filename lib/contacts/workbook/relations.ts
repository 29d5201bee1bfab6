import { type Part, type Parts, partAt } from "./parts";
import { readXml } from "./read-xml";

export type Relation = {
  id: string;
  /** The last word of its type, in lower case: the rest differs between the two forms of the standard. */
  type: string;
  part: Part | undefined;
};

/** What a part points to. An empty path stands for the package itself. */
export async function readRelations(parts: Parts, ofPath: string): Promise<readonly Relation[]> {
  const folder = ofPath.slice(0, ofPath.lastIndexOf("/") + 1);
  const own = partAt(parts, `${folder}_rels/${ofPath.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  if (!own) return relations;
  await readXml(own, {
    open(name, { Id = "", Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || TargetMode === "External") return;
      const type = Type.slice(Type.lastIndexOf("/") + 1).toLowerCase();
      relations.push({ id: Id, type, part: partAt(parts, pathOf(Target, folder)) });
    },
  });
  return relations;
}

/** A target is absolute or relative to the folder of its source; `..` may be in it. */
function pathOf(target: string, folder: string) {
  const steps: string[] = [];
  const written = target.replaceAll("\\", "/");
  for (const step of (written.startsWith("/") ? written : folder + written).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return decoded(steps.join("/"));
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
