import { LinkButton } from "@/components/ui/buttons/button";
import { linkClass } from "@/components/ui/buttons/button-class";
import { useToast } from "@/components/ui/overlay/toast";

// `npm run samples` writes them.
const lists = [
  { name: "clean.csv", label: "240 clean people" },
  { name: "messy.csv", label: "400 with problems" },
] as const;

export function SampleLists({ onFile }: { onFile: (file: File) => void }) {
  const toast = useToast();

  async function open(name: string) {
    try {
      const response = await fetch(`/samples/${name}`);
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      onFile(new File([await response.blob()], `sample-${name}`, { type: "text/csv" }));
    } catch {
      toast({ tone: "fault", title: "The sample list could not be loaded", body: "Try again shortly." });
    }
  }

  return (
    <div className="grid gap-1 text-ink-2">
      <p className="flex flex-wrap gap-x-3 gap-y-1">
        <span>Try a sample list:</span>
        {lists.map(({ name, label }) => (
          <LinkButton key={name} className="cursor-pointer" onClick={() => void open(name)}>
            {label}
          </LinkButton>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm/[17px] text-ink-3">
        <span>Or download:</span>
        {lists.map(({ name }) => (
          <a key={name} className={linkClass} href={`/samples/${name}`} download={`sample-${name}`}>
            {name}
          </a>
        ))}
        <span>Invented people. Their numbers are reserved for fiction.</span>
      </p>
    </div>
  );
}
