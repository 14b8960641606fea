/** Calls back for each property of a fact that differs, with its values as texts. */
export function compareProperties(
  before: object,
  after: object,
  add: (what: string, before?: string, after?: string) => void,
): void {
  const [earlier, later] = [flatten(before), flatten(after)]
  for (const name of new Set([...earlier.keys(), ...later.keys()]))
    add(name, earlier.get(name), later.get(name))
}

/** Lists the properties of a fact as texts: `evidence until` → `2027-06-30`. */
function flatten(value: object, prefix = ''): Map<string, string> {
  const properties = new Map<string, string>()
  for (const [key, child] of Object.entries(value)) {
    if (child === undefined || child === false) continue
    if (typeof child === 'object' && child !== null && !Array.isArray(child))
      for (const [name, text] of flatten(child, `${prefix}${key} `)) properties.set(name, text)
    else properties.set(prefix + key, Array.isArray(child) ? child.join(', ') : String(child))
  }
  return properties
}
