/** A block as it will be written. `anchors` are the ids that it had on the old page. */
export type Block = { type: string; anchors?: string[]; [property: string]: unknown }
