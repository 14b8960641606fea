/** `npm run posters`: fetches the pictures of films that have none. */
import { fetchPosters, type FetchedPoster } from './posters/fetch-posters.ts'
import { defineCommand, runCommand } from './shared/command.ts'
import { siteOptions } from './shared/options.ts'
import { printText } from './report/print-report.ts'

export const command = defineCommand({
  name: 'posters',
  options: siteOptions,
  examples: { '': 'Keep the pictures of all films on YouTube and Vimeo in public/films.' },
  async run({ site }) {
    const posters = await fetchPosters(site, (url) =>
      fetch(url, { signal: AbortSignal.timeout(20_000) }),
    )
    printText(formatPosters(posters))
    return posters.every(({ poster }) => poster !== undefined) ? 0 : 1
  },
})

function formatPosters(posters: FetchedPoster[]): string {
  if (posters.length === 0) return 'Every film on YouTube or Vimeo has a poster.'
  return posters
    .map(({ film, file, line, poster, reason }) =>
      poster === undefined
        ? `${file}:${line}  ${film}: ${reason}. Save a picture in public/, and write its path as poster.`
        : `${file}:${line}  poster: ${poster}`,
    )
    .join('\n')
}

runCommand(import.meta.url, command)
