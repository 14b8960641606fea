export function explainToolError(message: string): string | undefined
