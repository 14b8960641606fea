/**
 * Shows the structured data of the current page. It is not part of React's tree: React creates
 * scripts by assigning HTML, which the content security policy forbids.
 */

type ScriptPolicy = { createScript: (text: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }

/** The only Trusted Types policy that the content security policy allows. It accepts only JSON. */
const rules: ScriptPolicy = { createScript: (text) => JSON.stringify(JSON.parse(text)) }
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
const policy = trustedTypes?.createPolicy('signpost', rules) ?? rules

/** Replaces the structured data in the head. */
export function showJsonLd(things: object[]): void {
  const { head } = document
  for (const old of head.querySelectorAll('script[type="application/ld+json"]')) old.remove()
  for (const thing of things) {
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = policy.createScript(JSON.stringify(thing))
    head.append(script)
  }
}
