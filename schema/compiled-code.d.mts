export function runCompiled(source: string, filename: string, kept: string): unknown
