/** Domains that belong to nobody: those of RFC 2606 and 6761, and this machine. */
const exampleHost =
  /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$|^127(\.\d+){3}$|^0\.0\.0\.0$|^\[::1\]$/

/**
 * Whether an origin is one that no visitor can come to, such as https://www.example.com. A site
 * without a valid origin is not published, either.
 */
export const isExampleOrigin = (origin: string): boolean =>
  !URL.canParse(origin) || exampleHost.test(new URL(origin).hostname)
