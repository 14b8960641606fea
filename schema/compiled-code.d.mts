export function runCompiled(source: string, filename: string, kept: string): unknown
export function writeWhole(file: string, content: string | Uint8Array): void
