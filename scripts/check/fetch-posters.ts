import { readFilm } from '../../blocks/shared/film.ts'
import {
  type FileLine,
  type Path,
  toFileLine,
  formatFileLine,
} from '../../schema/problems/location.ts'
import { getAt } from '../../schema/util/records.ts'
import { listWrittenBlocks } from '../../schema/merge/written-blocks.ts'
import { loadSharp } from '../../schema/source/load-sharp.ts'
import { writeFileChanges } from '../edit/text-edits.ts'
import { readReportedSite } from '../shared/read-site-report.ts'
import { SiteEdits } from '../edit/site-edits.ts'
import { writeNestedFile } from '../shared/write-nested-file.ts'

/** @property poster undefined if it could not be fetched, for the given reason */
type FetchedPoster = FileLine & { film: string; poster?: string; reason?: string }

type Fetch = (url: string) => Promise<Response>
type FilmBlock = FileLine & { film: string; path: Path }

/**
 * Fetches the posters of films on YouTube and Vimeo that have none, so that visitors load nothing
 * from there before they press Play. Writes them to `public/films`, and their paths to the blocks.
 * @param dir the site's folder
 */
export async function fetchPosters(dir: string, fetch: Fetch): Promise<FetchedPoster[]> {
  const posters: FetchedPoster[] = []
  const edits = new SiteEdits(dir)
  for (const block of await listFilms(dir)) {
    const { film, file, line, path } = block
    const found = await fetchPoster(film, fetch)
    if (typeof found === 'string') {
      posters.push({ film, file, line, reason: found })
      continue
    }
    const poster = `/films/${readFilm(film)!.id}.${found.format}`
    await writeNestedFile(dir, `public${poster}`, found.bytes)
    await edits.apply(file, [{ kind: 'set', path: [...path, 'poster'], value: poster }])
    posters.push({ film, file, line, poster })
  }
  await writeFileChanges(dir, edits.list())
  return posters
}

/** Formats what was fetched, and what the author must do. */
export const formatPosters = (posters: FetchedPoster[]): string[] =>
  posters.map(({ film, poster, reason, ...place }) => {
    const message =
      poster === undefined
        ? `${film}: ${reason}. Save a picture in public/, and write its path as poster.`
        : `poster: ${poster}`
    return `${formatFileLine(place)}  ${message}`
  })

/** Lists the films of other sites without a poster. */
async function listFilms(dir: string): Promise<FilmBlock[]> {
  const { site } = await readReportedSite(dir)
  return [...site.pages.values()].flatMap((page) =>
    listWrittenBlocks(page.raw, page.location, 'video').flatMap(({ block, location }) => {
      const film = String(block.film)
      const { source, path } = location
      const isInFile = getAt(source.value, path.slice(0, 1)) !== undefined
      if (block.poster !== undefined || !readFilm(film) || !isInFile) return []
      return [{ film, path, ...toFileLine(location) }]
    }),
  )
}

/** @returns the picture, or why there is none */
async function fetchPoster(
  film: string,
  fetch: Fetch,
): Promise<{ bytes: Buffer; format: string } | string> {
  try {
    const { host } = readFilm(film)!
    const service =
      host === 'YouTube' ? 'https://www.youtube.com/oembed' : 'https://vimeo.com/api/oembed.json'
    const query = new URLSearchParams({ url: film, format: 'json', width: '1280' })
    const answer = await fetch(`${service}?${query}`)
    if (!answer.ok) return `${host} does not know this film (${answer.status})`
    const { thumbnail_url: url } = (await answer.json()) as { thumbnail_url?: string }
    if (url === undefined) return `${host} has no picture of it`
    // The address of YouTube's small picture is also that of larger ones.
    const addresses = [url.replace(/hqdefault\.jpg$/, 'maxresdefault.jpg'), url]
    for (const address of new Set(addresses)) {
      const picture = await fetch(address)
      if (!picture.ok) continue
      const bytes = Buffer.from(await picture.arrayBuffer())
      const { format } = await loadSharp()(bytes).metadata()
      return { bytes, format: format === 'jpeg' ? 'jpg' : format! }
    }
    return `${host} has no picture of it`
  } catch (error) {
    return `the picture cannot be fetched (${(error as Error).message})`
  }
}
