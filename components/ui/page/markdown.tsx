import { lexer, type MarkedToken, type Token } from "marked";
import { createElement, Fragment, type ReactNode } from "react";
import { TextLink } from "@/components/ui/buttons/link";

export type MarkdownProps = {
  text: string;
  hrefOf: (link: string) => string;
};

/** Renders Markdown. HTML in it stays text. Omits the title, which the page shows. */
export function Markdown({ text, hrefOf }: MarkdownProps) {
  return <div className={textClass}>{render(lexer(withoutTitle(text)), hrefOf)}</div>;
}

export type Outline = { title: string; lead: string; headings: readonly { id: string; text: string }[] };

export function outlineOf(text: string): Outline {
  const tokens = lexer(text).map(asMarkedToken);
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

/** Heading anchor in GitHub's format, so that links work in both places. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replace(/\s/g, "-");

const withoutTitle = (text: string) => text.replace(/^# .*\n+/, "");

/** The cast is safe, because no extension of marked adds other tokens. */
const asMarkedToken = (token: Token) => token as MarkedToken;

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens
        ? plainText(token.tokens)
        : ((asMarkedToken(token) as { text?: string }).text ?? ""),
    )
    .join("");

type HrefOf = MarkdownProps["hrefOf"];

const render = (tokens: readonly Token[] = [], hrefOf: HrefOf): ReactNode =>
  createElement(Fragment, undefined, ...tokens.map((token) => renderToken(asMarkedToken(token), hrefOf)));

function renderToken(token: MarkedToken, hrefOf: HrefOf): ReactNode {
  switch (token.type) {
    case "heading":
      return createElement(
        `h${token.depth}`,
        { id: idOf(plainText(token.tokens)), className: headingClasses[token.depth] },
        render(token.tokens, hrefOf),
      );
    case "paragraph":
      return <p className="mb-3">{render(token.tokens, hrefOf)}</p>;
    case "text":
      return token.tokens ? render(token.tokens, hrefOf) : token.text;
    case "strong":
      return <strong className="font-semibold">{render(token.tokens, hrefOf)}</strong>;
    case "em":
      return <em>{render(token.tokens, hrefOf)}</em>;
    case "codespan":
      return <code>{token.text}</code>;
    case "code":
      return (
        <pre className={codeClass}>
          <code>{token.text}</code>
        </pre>
      );
    case "link":
      return /^https?:/.test(token.href) ? (
        <a className={linkClass} href={token.href} target="_blank" rel="noreferrer">
          {render(token.tokens, hrefOf)}
        </a>
      ) : (
        <TextLink href={hrefOf(token.href)}>{render(token.tokens, hrefOf)}</TextLink>
      );
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        { className: `mb-3 pl-5 ${token.ordered ? "list-decimal" : "list-disc"}` },
        ...token.items.map((item) => createElement("li", { className: "mb-1" }, render(item.tokens, hrefOf))),
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
    <table className="mb-3 w-full">
      <thead>
        <tr>
          {token.header.map((cell) => (
            <th key={cell.text} scope="col" className="pr-4 pb-1 text-left text-sm font-medium text-ink-2">
              {render(cell.tokens, hrefOf)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row) => (
          <tr key={row.map(({ text }) => text).join()}>
            {row.map((cell, index) => (
              <td key={token.header[index]?.text} className="border-t border-rule py-1 pr-4 align-top">
                {render(cell.tokens, hrefOf)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const textClass = "max-w-[44em] text-md leading-[22px] wrap-anywhere";
const linkClass = "text-accent underline underline-offset-3";
const codeClass = "mb-3 rounded-2 border border-rule bg-well px-3 py-2 whitespace-pre-wrap";
const headingClasses: Record<number, string> = {
  2: "mt-6 mb-1.5 text-lg font-semibold first:mt-0",
  3: "mt-4 mb-1 font-semibold",
};
