import type { TranscriptLine } from "@/lib/platform/tables/calls";

type AssistantSpeech = { language: string; first_message: string };

/** The transcript of a simulated call in the assistant's language, spread over its duration. */
export function converse(
  { language, first_message }: AssistantSpeech,
  answered_at: string,
  seconds: number,
): TranscriptLine[] {
  const [first, ...rest] = lines[language.slice(0, 2)] ?? english;
  const utterances: [TranscriptLine["role"], string][] = [
    ["assistant", first_message],
    ["user", first],
    ...rest.map((text, index): [TranscriptLine["role"], string] => [index % 2 === 0 ? "assistant" : "user", text]),
  ];
  const step = (seconds * 1000) / (utterances.length + 1);
  return utterances.map(([role, text], index) => ({
    role,
    text,
    at: new Date(Date.parse(answered_at) + Math.round(step * index)).toISOString(),
  }));
}

type Lines = [string, ...string[]];

const english: Lines = [
  "Yes, speaking. What is it about?",
  "Your fixed tariff ends next month. Shall I read you the two new ones?",
  "Please send them by email, I'd like to compare them.",
  "They are on their way. Thank you for your time, goodbye.",
];

const lines: Record<string, Lines> = {
  en: english,
  de: [
    "Ja, am Apparat. Worum geht es?",
    "Ihr Festpreistarif läuft nächsten Monat aus. Soll ich Ihnen die neuen Tarife nennen?",
    "Schicken Sie sie mir bitte per E-Mail.",
    "Gern, sie sind unterwegs. Vielen Dank und auf Wiederhören.",
  ],
  fr: [
    "Oui, c'est moi. De quoi s'agit-il ?",
    "Votre offre à prix fixe se termine le mois prochain. Souhaitez-vous connaître les nouvelles ?",
    "Envoyez-les-moi par e-mail, s'il vous plaît.",
    "C'est fait. Merci et bonne journée.",
  ],
  es: [
    "Sí, dígame. ¿De qué se trata?",
    "Su tarifa fija termina el mes que viene. ¿Quiere que le explique las nuevas?",
    "Mándemelas por correo, por favor.",
    "Ya están en camino. Gracias y hasta luego.",
  ],
  cy: [
    "Ie, fi sy'n siarad. Beth sydd?",
    "Mae eich tariff sefydlog yn dod i ben fis nesaf. Hoffech chi glywed y rhai newydd?",
    "Anfonwch nhw drwy e-bost, os gwelwch yn dda.",
    "Maen nhw ar eu ffordd. Diolch, hwyl fawr.",
  ],
};
