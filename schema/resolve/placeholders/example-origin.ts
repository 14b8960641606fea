/** Matches hosts that belong to nobody: those of RFC 2606 and RFC 6761, and this machine. */
const exampleHost =
  /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$|^127(\.\d+){3}$|^0\.0\.0\.0$|^\[::1\]$/

/**
 * Whether no visitor can reach an origin, such as https://www.example.com. Also true for an invalid
 * origin, since a site without a valid one is not published.
 */
export const isExampleOrigin = (origin: string): boolean =>
  !URL.canParse(origin) || exampleHost.test(new URL(origin).hostname)
