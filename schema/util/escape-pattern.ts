/** Escapes a text for a regular expression, which nginx, Apache and Caddy read in the same way. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
