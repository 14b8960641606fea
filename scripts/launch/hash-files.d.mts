export function hashFiles(root: string, files: string[], savedFile?: string): string
