export function listAbandoned(folder: string, pattern: RegExp): string[]
