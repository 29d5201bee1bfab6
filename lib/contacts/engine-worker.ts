import { expose } from "comlink";
import { carrySignals } from "./carry-signals";
import { createContactEngine } from "./create-engine";

carrySignals();
expose(createContactEngine());
