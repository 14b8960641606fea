export function runBundle(bundleDir: string, name: string): unknown
