import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { shortcuts } from "@/components/shell/keyboard-map";
import { Markdown, outlineOf } from "@/components/ui/page/markdown";
import { textOf as sourceOf, sources } from "@/lib/testing/import-graph";
import { guidePages, hrefOfGuideLink } from "./guide-pages";

const folder = join(import.meta.dirname, "../../../docs/guide");
const textOf = (slug: string) => readFileSync(join(folder, `${slug}.md`), "utf8");
/** Lists every request, with paths and fields that have names of their own. */
const generated = ["programs"];
const rendered = (text: string) => renderToStaticMarkup(Markdown({ text, hrefOf: hrefOfGuideLink }));

const glossary = readFileSync(join(folder, "../glossary.md"), "utf8").split("## Words on no screen")[1] ?? "";
const glossaryWords = [...glossary.matchAll(/^\| (?!never|---)([^|]+) \|/gm)].map(([, words = ""]) => words).join(", ");
const bannedOnScreens = new RegExp(`\\b(${glossaryWords.replaceAll(", ", "|")})\\b`, "i");
const bannedWords = new RegExp(`\\b(contract|drift|reading|the API)\\b|${bannedOnScreens.source}`, "i");

test("guidePages lists every file of the guide with its title", () => {
  const files = readdirSync(folder).map((name) => name.replace(/\.md$/, ""));
  expect(guidePages.map(({ slug }) => slug).toSorted()).toEqual(files.toSorted());
  for (const { slug, title } of guidePages) expect([slug, outlineOf(textOf(slug)).title]).toEqual([slug, title]);
});

test.each(guidePages)("$slug is short, uses plain words and has no broken link", ({ slug }) => {
  const text = textOf(slug);
  if (!generated.includes(slug)) expect(text.split("\n").length).toBeLessThanOrEqual(80);
  expect(outlineOf(text).lead).not.toBe("");
  expect(generated.includes(slug) ? text.replaceAll(/`[^`]*`/g, "") : text).not.toMatch(bannedWords);
  const headingsByPage = new Map(
    guidePages.map((page) => [page.slug, outlineOf(textOf(page.slug)).headings.map(({ id }) => id)]),
  );
  for (const [, href = ""] of rendered(text).matchAll(/<a[^>]* href="([^"]*)"/g)) {
    const [path = "", anchor] = href.split("#");
    const headings = headingsByPage.get(path === "" ? slug : path.replace("/help/", ""));
    expect([href, headings !== undefined && (anchor === undefined || headings.includes(anchor))]).toEqual([href, true]);
  }
});

test("the changelog uses plain words", () => {
  const text = readFileSync(join(folder, "../../CHANGELOG.md"), "utf8");
  expect(text).not.toMatch(bannedWords);
  expect(outlineOf(text).title).toBe("What is new");
});

test("no text in the code uses a word that the glossary keeps off screens", () => {
  // Its phrases are what other people write in their lists.
  const ours = sources.filter((file) => !file.endsWith("read/no-call-phrases.ts"));
  const texts = ours.flatMap((file) => {
    const code = sourceOf(file).replaceAll(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, "");
    return [...code.matchAll(/"(?=[A-Z]|[^"\n]* )[^"\n]*"|`[^`]*`|[>}][^<>{}()=;]*(?=[<{])/g)].map(
      ([text]) => `${file}: ${text}`,
    );
  });
  expect(texts.length).toBeGreaterThan(10_000);
  expect(texts.filter((text) => bannedOnScreens.test(text))).toEqual([]);
});

test("the keyboard page lists every shortcut", () => {
  const text = textOf("keyboard");
  for (const chord of shortcuts.flatMap(({ keys }) => keys)) expect(text).toContain(`\`${chord.join(" ")}\``);
});

test("Markdown escapes HTML and renders its own markup", () => {
  const html = rendered("# T\n\n## A & b's\n\n1. so <b>x</b> `a<b` [w](webhooks.md#live)\n\n| k |\n|---|\n| *v* |\n");
  expect(html).not.toContain("<b>");
  expect(html).not.toContain("<h1");
  expect(html).toMatch(/<h2 id="a--bs"[^>]*>A &amp; b&#x27;s<\/h2>/);
  expect(html).toContain("<code>a&lt;b</code>");
  expect(html).toContain('href="/help/webhooks#live"');
  expect(html).toMatch(/<td[^>]*><em>v<\/em><\/td>/);
});
