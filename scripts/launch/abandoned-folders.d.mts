export function listAbandoned(folder: string, pattern: RegExp): string[]
export function isProcessRunning(pid: number): boolean
