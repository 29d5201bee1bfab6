export const codeBlockClass =
  "m-0 overflow-auto rounded-2 border border-rule bg-well font-mono text-sm/[19px] font-normal tracking-[-0.02em] text-ink-2 [font-variant-ligatures:none] [tab-size:2]";

export type CodeBlockProps = { className?: string; children: string };

export function CodeBlock({ className = "", children }: CodeBlockProps) {
  return (
    <pre translate="no" className={`px-3.5 py-3 whitespace-pre ${codeBlockClass} ${className}`}>
      {children}
    </pre>
  );
}
