/**
 * Key of what belongs to a record but is left out of its answer. Numbers in it are hidden in the IDs of the answer too. It is a
 * symbol, so that it never becomes JSON.
 */
export const beside: unique symbol = Symbol("beside");
