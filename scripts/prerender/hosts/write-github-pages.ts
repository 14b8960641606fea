import type { OutputFile } from '../output/output-file.ts'

/**
 * Writes what GitHub Pages reads: nothing but the file that makes it publish all others as they
 * are. It sends 404.html, the pages of aliases redirect, and policies are in the documents; other
 * headers, caching and statuses are its own.
 * https://docs.github.com/en/pages
 */
export const writeGithubPages = (): OutputFile[] => [{ path: '/.nojekyll', content: '' }]
