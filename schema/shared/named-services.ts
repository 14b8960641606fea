import type { FormService } from '../types.gen.ts'

/** How the service of a form answers: its address says so of Formspree. */
export const findServiceName = ({ endpoint, service }: FormService): FormService['service'] =>
  service ?? (/^https:\/\/formspree\.io\//.test(endpoint) ? 'formspree' : undefined)

/** Addresses of services, by the name of the property that has them. */
type NamedServices = Record<'script' | 'endpoint' | 'frame' | 'film', string[]>

/** Finds the addresses of services at any depth of a block or a setting. */
export function listNamedServices(
  value: unknown,
  found: NamedServices = { script: [], endpoint: [], frame: [], film: [] },
): NamedServices {
  if (typeof value !== 'object' || value === null) return found
  const items = value as Record<string, unknown>
  // Avoid copies: a page has hundreds of values, and few pages have a service.
  for (const name in items) {
    const item = items[name]
    if (typeof item !== 'string') listNamedServices(item, found)
    else if (Object.hasOwn(found, name)) found[name as keyof NamedServices].push(item)
  }
  return found
}
