/**
 * A link that opens an e-mail ready to be sent.
 * @param email `mailto:` and the address.
 */
export const createMailLink = (email: string, subject: string, body: string): string =>
  `${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
