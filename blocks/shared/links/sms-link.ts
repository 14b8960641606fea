/** Turns a `tel:` link into an `sms:` link, without an extension. */
export const toSmsLink = (phone: string): string => phone.replace(/^tel:([^;]*).*/, 'sms:$1')

/**
 * Creates an `sms:` link with a prefilled text. Some phones expect `?body=` and others `&body=`;
 * `?&body=` works on both.
 */
export const createSmsLink = (phone: string, body: string): string =>
  `${toSmsLink(phone)}?&body=${encodeURIComponent(body)}`
