/** Small and without accents, so that Cafe finds café. */
export const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** A name as it stands in an address: Legal Updates → legal-updates. */
export const slugOf = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
