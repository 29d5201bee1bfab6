import { type TransferHandler, transferHandlers } from "comlink";

/** Registers a comlink handler that passes AbortSignals to another thread. Both sides must call it first. */
export function carrySignals() {
  transferHandlers.set("signal", signals);
}

const signals: TransferHandler<AbortSignal, MessagePort> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel();
    const postAbort = () => port1.postMessage("aborted");
    if (signal.aborted) postAbort();
    else signal.addEventListener("abort", postAbort, { once: true });
    return [port2, [port2]];
  },
  deserialize(port) {
    const controller = new AbortController();
    port.onmessage = () => controller.abort();
    return controller.signal;
  },
};
