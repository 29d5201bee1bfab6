export function ShortcutHint({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true" className="kbd-hint">
      <kbd>{keys}</kbd>
    </span>
  );
}
