/** A film of another site: where it is watched, and the address of its player. */
type HostedFilm = { host: 'YouTube' | 'Vimeo'; watch: string; player: string }

/**
 * Reads the address of a film, as a visitor would copy it.
 * @returns undefined for a file of this site
 */
export function readFilm(film: string): HostedFilm | undefined {
  const youtube =
    /^https:\/\/(?:youtu\.be\/|(?:www\.|m\.)?youtube\.com\/(?:watch\?v=|shorts\/))([\w-]+)/.exec(
      film,
    )
  if (youtube)
    return {
      host: 'YouTube',
      watch: film,
      // The domain that sets no cookies before the film plays.
      player: `https://www.youtube-nocookie.com/embed/${youtube[1]}?autoplay=1`,
    }
  const vimeo = /^https:\/\/vimeo\.com\/(\d+)/.exec(film)
  if (vimeo)
    return {
      host: 'Vimeo',
      watch: film,
      player: `https://player.vimeo.com/video/${vimeo[1]}?autoplay=1&dnt=1`,
    }
  return undefined
}
