export const commandGroups: Record<string, Record<string, string>>
