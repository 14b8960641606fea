/** A film of another site: its name there, where it is watched, and the address of its player. */
type HostedFilm = { host: 'YouTube' | 'Vimeo'; id: string; watch: string; player: string }

/**
 * Reads the address of a film, as a visitor would copy it.
 * @returns undefined for a file of this site
 */
export function readFilm(film: string): HostedFilm | undefined {
  const [, youtube] =
    /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^&#]+&)*v=|shorts\/|live\/))([\w-]+)/.exec(
      film,
    ) ?? []
  if (youtube !== undefined)
    return {
      host: 'YouTube',
      id: youtube,
      watch: film,
      // The domain that sets no cookies before the film plays.
      player: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1`,
    }
  const [, vimeo, secret] = /^https:\/\/vimeo\.com\/(\d+)(?:\/(\w+))?/.exec(film) ?? []
  if (vimeo === undefined) return undefined
  const key = secret === undefined ? '' : `&h=${secret}`
  return {
    host: 'Vimeo',
    id: vimeo,
    watch: film,
    player: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1${key}`,
  }
}
