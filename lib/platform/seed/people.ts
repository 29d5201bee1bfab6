import { randomFrom } from "./seeded-random";

/** Made-up people with numbers from Ofcom's range for drama, +44 7700 900000 to 900999, and 1632 960000 to 960999. */
export function people(count: number, from = 0) {
  return Array.from({ length: count }, (_, index) => {
    const position = from + index;
    const random = randomFrom(`person ${position}`);
    const last = String(position % 1000).padStart(3, "0");
    const phone_number = position < 1000 ? `+447700900${last}` : `+441632960${last}`;
    return { phone_number, name: `${random.pick(firstNames)} ${random.pick(lastNames)}`, position: index + 2 };
  });
}

const firstNames = [
  ...["Aisha", "Ben", "Carys", "Daniel", "Eleri", "Farah", "George", "Hannah", "Idris", "Joanna", "Kwame", "Leila"],
  ...["Marek", "Niamh", "Olu", "Priya", "Rhys", "Siân", "Tomasz", "Una", "Vikram", "Wren", "Yusuf", "Zoë"],
];
const lastNames = [
  ...["Abbott", "Begum", "Clarke", "Davies", "Evans", "Farrell", "Griffiths", "Hughes", "Iqbal", "Jenkins", "Kaur"],
  ...["Lewis", "Mensah", "Novák", "O'Brien", "Patel", "Quigley", "Roberts", "Singh", "Thomas", "Usman", "Walsh"],
];
