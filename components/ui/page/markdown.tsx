import { lexer, type MarkedToken, type Token } from "marked";
import Link from "next/link";
import { createElement, Fragment, type ReactNode } from "react";

export type MarkdownProps = {
  text: string;
  /** Where a link to another document leads. */
  hrefOf: (link: string) => string;
};

/** A text in Markdown as elements: markup within it stays text. Its first heading is the page's and is left out. */
export function Markdown({ text, hrefOf }: MarkdownProps) {
  return <div className={textClass}>{render(lexer(withoutTitle(text)), hrefOf)}</div>;
}

export type Outline = { title: string; lead: string; headings: readonly { id: string; text: string }[] };

/** The title of a document, its first paragraph, and the headings under the title. */
export function outlineOf(text: string): Outline {
  const tokens = lexer(text).map(known);
  const headings = tokens.filter((token) => token.type === "heading");
  const lead = tokens.find((token) => token.type === "paragraph");
  return {
    title: headings.find(({ depth }) => depth === 1)?.text ?? "",
    lead: lead ? plainText(lead.tokens) : "",
    headings: headings
      .filter(({ depth }) => depth === 2)
      .map(({ tokens: inline }) => ({ id: idOf(plainText(inline)), text: plainText(inline) })),
  };
}

/** As GitHub names the anchors of headings, so that a link works in both places. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replace(/\s/g, "-");

const withoutTitle = (text: string) => text.replace(/^# .*\n+/, "");

/** marked leaves room for the tokens of extensions; there are none here. */
const known = (token: Token) => token as MarkedToken;

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : ((known(token) as { text?: string }).text ?? ""),
    )
    .join("");

type HrefOf = MarkdownProps["hrefOf"];

const render = (tokens: readonly Token[] = [], hrefOf: HrefOf): ReactNode =>
  createElement(Fragment, undefined, ...tokens.map((token) => renderToken(known(token), hrefOf)));

function renderToken(token: MarkedToken, hrefOf: HrefOf): ReactNode {
  switch (token.type) {
    case "heading":
      return createElement(`h${token.depth}`, { id: idOf(plainText(token.tokens)) }, render(token.tokens, hrefOf));
    case "paragraph":
      return <p>{render(token.tokens, hrefOf)}</p>;
    case "text":
      return token.tokens ? render(token.tokens, hrefOf) : token.text;
    case "strong":
      return <strong>{render(token.tokens, hrefOf)}</strong>;
    case "em":
      return <em>{render(token.tokens, hrefOf)}</em>;
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "link":
      return /^https?:/.test(token.href) ? (
        <a href={token.href} target="_blank" rel="noreferrer">
          {render(token.tokens, hrefOf)}
        </a>
      ) : (
        <Link href={hrefOf(token.href)} prefetch={false}>
          {render(token.tokens, hrefOf)}
        </Link>
      );
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        undefined,
        ...token.items.map((item) => createElement("li", undefined, render(item.tokens, hrefOf))),
      );
    case "table":
      return <Table token={token} hrefOf={hrefOf} />;
    case "space":
      return undefined;
    default:
      return token.raw;
  }
}

function Table({ token, hrefOf }: { token: Extract<MarkedToken, { type: "table" }>; hrefOf: HrefOf }) {
  return (
    <table>
      <thead>
        <tr>
          {token.header.map((cell) => (
            <th key={cell.text} scope="col">
              {render(cell.tokens, hrefOf)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row) => (
          <tr key={row.map(({ text }) => text).join()}>
            {row.map((cell, at) => (
              <td key={token.header[at]?.text}>{render(cell.tokens, hrefOf)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textClass = [
  "max-w-[72ch] text-md leading-[22px] wrap-anywhere [&_p,&_ul,&_ol,&_pre,&_table]:mb-3",
  "[&_h2]:mt-6 [&_h2]:mb-1.5 [&_h2]:text-lg [&_h2]:font-semibold [&>h2:first-child]:mt-0",
  "[&_h3]:mt-4 [&_h3]:mb-1 [&_h3]:font-semibold [&_strong]:font-semibold [&_li_p]:mb-0",
  "[&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:mb-1",
  "[&_a]:text-cord [&_a]:underline [&_a]:underline-offset-3",
  "[&_pre]:rounded-2 [&_pre]:border [&_pre]:border-rule [&_pre]:bg-well [&_pre]:px-3 [&_pre]:py-2 [&_pre]:whitespace-pre-wrap",
  "[&_table]:w-full [&_td]:border-t [&_td]:border-rule [&_td]:py-1 [&_td]:pr-4 [&_td]:align-top",
  "[&_th]:pr-4 [&_th]:pb-1 [&_th]:text-left [&_th]:text-sm [&_th]:font-medium [&_th]:text-ink-2",
].join(" ");
