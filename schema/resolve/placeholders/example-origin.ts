import { isLocalHost } from '../../shared/local-address.ts'

/** Matches hosts that belong to nobody: those of RFC 2606 and RFC 6761. */
const exampleHost = /(^|\.)(example(\.(com|net|org))?|test|invalid)$/

/**
 * Whether no visitor can reach an origin, such as https://www.example.com. Also true for an invalid
 * origin, since a site without a valid one is not published.
 */
export function isExampleOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return true
  const { hostname } = new URL(origin)
  return exampleHost.test(hostname) || isLocalHost(hostname)
}
