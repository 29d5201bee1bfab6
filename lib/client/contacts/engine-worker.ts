import { expose } from "comlink";
import { createContactEngine } from "./create-engine";

expose(createContactEngine());
