export function removeOldFolders(folders: string[], maxKept: number, keepUnusedMs?: number): void
