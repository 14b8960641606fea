/**
 * A ready-written e-mail that asks for news.
 * @param to `mailto:` and the address of the business.
 */
export function composeMail(to: string, address: string): string {
  const text = `Please send new articles to ${address}.`
  return `${to}?subject=${encodeURIComponent(mailSubject)}&body=${encodeURIComponent(text)}`
}

/** One word: where the browser writes the mail from the form itself, some put a + for a space. */
export const mailSubject = 'Subscribe'
