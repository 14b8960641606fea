import type { OutputFile } from '../output/output-file.ts'

/**
 * Writes the only file that GitHub Pages reads, which makes it publish all other files unchanged.
 * It sends 404.html. Aliases are pages that redirect, and policies are in the documents. Other
 * headers, caching and statuses cannot be changed.
 * https://docs.github.com/en/pages
 */
export const writeGithubPages = (): OutputFile[] => [{ path: '/.nojekyll', content: '' }]
