/**
 * Creates a link that opens a prefilled email.
 * @param email the address, with its `mailto:` prefix
 */
export const createMailLink = (email: string, subject: string, body: string): string =>
  `${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
