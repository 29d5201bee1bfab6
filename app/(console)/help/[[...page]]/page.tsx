import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ConsolePage } from "@/app/_server/console-page";
import { guidePages, hrefOfGuide, hrefOfGuideLink } from "@/components/shell/palette/guide-pages";
import { Link } from "@/components/ui/buttons/link";
import { Markdown, outlineOf } from "@/components/ui/page/markdown";
import { PageHead } from "@/components/ui/page/page-head";
import { Section, sectionsClass } from "@/components/ui/page/section";
import { getMe } from "@/lib/contract/console/people/me";

type HelpProps = PageProps<"/help/[[...page]]">;

const changelog = { slug: "changelog", title: "What is new" };

export async function generateMetadata(props: HelpProps): Promise<Metadata> {
  return { title: (await pageOf(props))?.title ?? "Help" };
}

/** Renders the guide from `docs/guide` on the server. */
export default async function HelpPage(props: HelpProps) {
  const page = await pageOf(props);
  const version = JSON.parse(await fileOf("package.json")).version;
  return (
    <ConsolePage needs={getMe}>
      {page ? (
        <GuidePage {...page} version={version} text={await textOf(page.slug)} />
      ) : (
        <Guide version={version} texts={await Promise.all(guidePages.map(({ slug }) => textOf(slug)))} />
      )}
    </ConsolePage>
  );
}

async function pageOf({ params }: HelpProps) {
  const [slug, ...more] = (await params).page ?? [];
  if (slug === undefined) return undefined;
  const page = [...guidePages, changelog].find((candidate) => candidate.slug === slug);
  if (!page || more.length > 0) notFound();
  return page;
}

// turbopackIgnore keeps the build from tracing the whole project folder.
const fileOf = cache((...path: string[]) => readFile(join(/* turbopackIgnore: true */ process.cwd(), ...path), "utf8"));

const textOf = (slug: string) =>
  slug === changelog.slug ? fileOf("CHANGELOG.md") : fileOf("docs", "guide", `${slug}.md`);

function Guide({ version, texts }: { version: string; texts: readonly string[] }) {
  return (
    <>
      <PageHead title="Help">How to use Switchboard. Press ? anywhere for keyboard shortcuts.</PageHead>
      <div className={sectionsClass({ columns: "beside" })}>
        <Section title="Guide">
          <ul>
            {guidePages.map(({ slug, title }, index) => (
              <li key={slug} className="border-t border-rule py-2 first:border-t-0">
                <Link className={linkClass} href={hrefOfGuide(slug)}>
                  {title}
                </Link>
                <p className="max-w-[44em] text-ink-2">{outlineOf(texts[index] ?? "").lead}</p>
              </li>
            ))}
          </ul>
        </Section>
        <Version version={version} />
      </div>
    </>
  );
}

type GuidePageProps = { slug: string; title: string; version: string; text: string };

function GuidePage({ slug, title, version, text }: GuidePageProps) {
  const { headings } = outlineOf(text);
  return (
    <>
      <PageHead title={title} crumbs={[{ label: "Help", href: "/help" }]} />
      <div className={sectionsClass({ columns: "beside" })}>
        <article className="px-(--gutter) py-4">
          <Markdown text={text} hrefOf={hrefOfGuideLink} />
        </article>
        <div>
          <Section title="On this page">
            <ul>
              {headings.map((heading) => (
                <li key={heading.id}>
                  <a className={linkClass} href={`#${heading.id}`}>
                    {heading.text}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Guide" className="border-t border-rule">
            <ul>
              {guidePages.map((page) => (
                <li key={page.slug}>
                  <Link
                    className={linkClass}
                    href={hrefOfGuide(page.slug)}
                    aria-current={page.slug === slug ? "page" : undefined}
                  >
                    {page.title}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
          <Version version={version} className="border-t border-rule" />
        </div>
      </div>
    </>
  );
}

function Version({ version, className = "" }: { version: string; className?: string }) {
  return (
    <Section title="Version" className={className}>
      <p>
        Switchboard {version}.{" "}
        <Link className={linkClass} href={hrefOfGuide(changelog.slug)}>
          {changelog.title}
        </Link>
      </p>
    </Section>
  );
}

const linkClass =
  "inline-block py-0.5 text-accent underline underline-offset-3 aria-[current=page]:font-semibold aria-[current=page]:text-ink";
