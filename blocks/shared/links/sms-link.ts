/**
 * Creates an `sms:` link with a prefilled text. Some phones expect `?body=` and others `&body=`;
 * `?&body=` works on both.
 */
export const createSmsLink = (phone: string, body: string): string =>
  `${phone.replace(/^tel:([^;]*).*/, 'sms:$1')}?&body=${encodeURIComponent(body)}`
