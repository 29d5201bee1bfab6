import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { shortcuts } from "@/components/shell/keyboard-map";
import { Markdown, outlineOf } from "@/components/ui/page/markdown";
import { guidePages, hrefOfGuideLink } from "./guide-pages";

const folder = join(import.meta.dirname, "../../../docs/guide");
const textOf = (slug: string) => readFileSync(join(folder, `${slug}.md`), "utf8");
const drawn = (text: string) => renderToStaticMarkup(Markdown({ text, hrefOf: hrefOfGuideLink }));

const notSaid = /\b(contract|drift|reading|house|the API|lamp|taught|set aside)\b/i;

test("the guide's pages are its files, and their titles the files' own", () => {
  const files = readdirSync(folder).map((name) => name.replace(/\.md$/, ""));
  expect(guidePages.map(({ slug }) => slug).toSorted()).toEqual(files.toSorted());
  for (const { slug, title } of guidePages) expect([slug, outlineOf(textOf(slug)).title]).toEqual([slug, title]);
});

test.each(guidePages)("$slug is short, plain, and leads nowhere that is not there", ({ slug }) => {
  const text = textOf(slug);
  expect(text.split("\n").length).toBeLessThanOrEqual(80);
  expect(outlineOf(text).lead).not.toBe("");
  expect(text).not.toMatch(notSaid);
  const places = new Map(
    guidePages.map((page) => [page.slug, outlineOf(textOf(page.slug)).headings.map(({ id }) => id)]),
  );
  for (const [, href = ""] of drawn(text).matchAll(/<a[^>]* href="([^"]*)"/g)) {
    const [path = "", anchor] = href.split("#");
    const headings = places.get(path === "" ? slug : path.replace("/help/", ""));
    expect([href, headings !== undefined && (anchor === undefined || headings.includes(anchor))]).toEqual([href, true]);
  }
});

test("what is new is written in the same words", () => {
  const text = readFileSync(join(folder, "../../CHANGELOG.md"), "utf8");
  expect(text).not.toMatch(notSaid);
  expect(outlineOf(text).title).toBe("What is new");
});

test("the page about keys knows every key of the keyboard map", () => {
  const text = textOf("keyboard");
  for (const chord of shortcuts.flatMap(({ keys }) => keys)) expect(text).toContain(`\`${chord.join(" ")}\``);
});

test("markup in a text stays text, and what else Markdown has is drawn", () => {
  const html = drawn("# T\n\n## A & b's\n\n1. so <b>x</b> `a<b` [w](webhooks.md#live)\n\n| k |\n|---|\n| *v* |\n");
  expect(html).not.toContain("<b>");
  expect(html).not.toContain("<h1");
  expect(html).toMatch(/<h2 id="a--bs"[^>]*>A &amp; b&#x27;s<\/h2>/);
  expect(html).toContain("<code>a&lt;b</code>");
  expect(html).toContain('href="/help/webhooks#live"');
  expect(html).toMatch(/<td[^>]*><em>v<\/em><\/td>/);
});
