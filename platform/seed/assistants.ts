import type { Transaction } from "@/lib/db/database";
import { assistantTable } from "@/platform/tables/assistants";
import { ago } from "./ago";
import { seeded } from "./ids";

type Spoken = { id: string; name: string; language: string; voice_id: string; first_message: string; days: number };

const spoken: Spoken[] = [
  {
    id: seeded.assistants.renewals,
    name: "Maya, tariff renewals",
    language: "en-GB",
    voice_id: "maya-en",
    first_message: "Hello, this is Maya from Fernhill Energy. Do you have a minute to talk about your tariff?",
    days: 210,
  },
  {
    id: seeded.assistants.outages,
    name: "Owen, outage line",
    language: "cy-GB",
    voice_id: "owen-cy",
    first_message: "Fernhill Energy, llinell toriadau. Sut alla i helpu?",
    days: 174,
  },
  {
    id: seeded.assistants.german,
    name: "Jonas, Zählerstände",
    language: "de-DE",
    voice_id: "jonas-de",
    first_message: "Guten Tag, hier ist Jonas von Fernhill Energy. Ich rufe wegen Ihres Zählerstands an.",
    days: 121,
  },
  {
    id: seeded.assistants.french,
    name: "Élodie, rendez-vous",
    language: "fr-FR",
    voice_id: "elodie-fr",
    first_message: "Bonjour, ici Élodie de Fernhill Energy. Je vous appelle pour votre rendez-vous.",
    days: 88,
  },
  {
    id: seeded.assistants.spanish,
    name: "Lucía, atención al cliente",
    language: "es-ES",
    voice_id: "lucia-es",
    first_message: "Buenos días, soy Lucía de Fernhill Energy. ¿En qué puedo ayudarle?",
    days: 34,
  },
];

export async function seedAssistants(tx: Transaction, now: Date) {
  await tx.insert(assistantTable).values(
    spoken.map(({ language, voice_id, days, ...assistant }, index) => ({
      ...assistant,
      status: "published",
      organization_id: seeded.organization,
      owner_id: seeded.owner,
      model: { provider: "openai", model: "gpt-4.1-mini", temperature: 0.2 + index / 10, max_tokens: 250 + 50 * index },
      voice: { provider: "elevenlabs", voice_id },
      transcriber: { provider: "deepgram", model: "nova-3", language },
      first_message_mode: "assistant-speaks-first",
      max_duration_seconds: 600 + 300 * (index % 3),
      created_at: ago(now, { days }),
      updated_at: ago(now, { days: days / 7, hours: index }),
    })),
  );
}
