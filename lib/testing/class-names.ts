import { parseAst } from "vitest/node";

type Syntax = { type: string; [key: string]: unknown };

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Names of attributes and variables that hold classes, such as `className`, `rowClass` and `tokenClasses`. */
const holdsClasses = /(^|[a-z])(className|Class|Classes)$/i;

/**
 * The class names in a TypeScript file: all words of a text that is named as classes, and of any other text with a class that
 * `hasRule` knows and that is no plain word.
 */
export function classNamesIn(file: string, text: string, hasRule: (name: string) => boolean): Set<string> {
  const names = new Set<string>();
  const add = (text: string) => {
    for (const word of text.split(/\s+/)) if (word !== "") names.add(word);
  };
  const isMarked = (text: string) => text.split(/\s+/).some((word) => /[-:[]/.test(word) && hasRule(word));

  function visit(node: Syntax, isNamed: boolean) {
    for (const text of textsOf(node)) if (isNamed || isMarked(text)) add(text);
    for (const [key, child] of Object.entries(node)) {
      if (isOther(node, key)) continue;
      const isChildNamed = (isNamed && !isChoice(node)) || isNameOfClasses(node);
      for (const each of Array.isArray(child) ? child : [child]) if (isSyntax(each)) visit(each, isChildNamed);
    }
  }

  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Syntax, false);
  return names;
}

/** The parts of a template beside its `${…}`. A name that is cut by one has no blank there, and is left out. */
function textsOf(node: Syntax): string[] {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type !== "TemplateLiteral" || !Array.isArray(node.quasis)) return [];
  const texts: string[] = node.quasis.map(({ value }: { value: { cooked: string } }) => value.cooked);
  return texts.map((text, index) => {
    const start = index === 0 ? text : text.replace(/^\S+/, "");
    return index === texts.length - 1 ? start : start.replace(/\S+$/, "");
  });
}

/** True for `className="…"`, `const rowClass = …` and `{ className: "…" }`. */
function isNameOfClasses({ type, name, id, key }: Syntax) {
  const target = { JSXAttribute: name, VariableDeclarator: id, Property: key }[type];
  return isSyntax(target) && typeof target.name === "string" && holdsClasses.test(target.name);
}

/** Texts that are compared or choose a variant, as in `look === "menu"` and `layerClass({ look: "menu" })`, and other attributes. */
function isChoice({ type, callee, key }: Syntax) {
  if (type === "CallExpression") return !(isSyntax(callee) && callee.name === "cva");
  if (type === "Property") return isSyntax(key) && /^(compound|default)Variants$/.test(String(key.name));
  return type === "BinaryExpression" || type === "JSXAttribute";
}

/** Addresses of modules, and keys. */
const isOther = ({ type }: Syntax, key: string) =>
  (/^(Import|Export)/.test(type) && key === "source") ||
  (type === "MemberExpression" && key === "property") ||
  (type === "Property" && key === "key");
