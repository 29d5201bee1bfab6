export type ShortcutHintProps = { keys: string; className?: string };

export function ShortcutHint({ keys, className = "" }: ShortcutHintProps) {
  return (
    <span aria-hidden="true" className={className}>
      <kbd>{keys}</kbd>
    </span>
  );
}
