export function runWithCodeCache(source: string, filename: string, cachePath: string): unknown
export function writeFileAtomicSync(file: string, content: string | Uint8Array): void
