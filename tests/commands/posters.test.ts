/** The pictures of films on other sites are fetched when the author asks, and kept. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFilm } from '../../blocks/shared/film.ts'
import { fetchPosters } from '../../scripts/check/fetch-posters.ts'
import { runInProcess } from '../helpers/run-in-process.ts'
import { root } from '../helpers/run-npm-script.ts'

const page = `pages:
  /films:
    kind: info
    title: Films of the shop
    description: How we repair bikes in Midland, on film.
    blocks:
      - { type: hero, heading: Films }
      - type: video # the long one
        film: https://www.youtube.com/watch?v=abc-DEF_123
        title: A wheel, step by step
      - { type: video, film: 'https://vimeo.com/4711?share=copy', title: A chain }
      - { type: video, film: 'https://youtu.be/gone-for-good', title: A saddle }
      - { type: video, film: /own.mp4, title: Our own }
`
let site: string
const asked: string[] = []

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'signpost-posters-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  await writeFile(join(site, 'pages/films.yaml'), page)
})
afterAll(() => rm(site, { recursive: true }))

/** The services, of which YouTube has no large picture. */
async function fetchFake(address: string): Promise<Response> {
  asked.push(address)
  const { hostname, searchParams } = new URL(address)
  const film = searchParams.get('url')
  if (film?.includes('gone')) return new Response('', { status: 404 })
  if (film)
    return Response.json({
      thumbnail_url: hostname.includes('vimeo')
        ? 'https://i.vimeocdn.com/video/1.jpg'
        : 'https://i.ytimg.com/vi/abc-DEF_123/hqdefault.jpg',
    })
  if (address.includes('maxres')) return new Response('', { status: 404 })
  return new Response(await readFile(join(root, 'scripts/catalogue/public/workshop.jpg')))
}

it('are written to public/ and to the blocks, and nothing else changes', async () => {
  const posters = await fetchPosters(site, fetchFake)
  expect(posters.map(({ line, poster, reason }) => [line, poster ?? reason])).toEqual([
    [8, '/films/abc-DEF_123.jpg'],
    [11, '/films/4711.jpg'],
    [12, 'YouTube does not know this film (404)'],
  ])
  expect(await readFile(join(site, 'pages/films.yaml'), 'utf8')).toBe(
    page
      .replace('step by step\n', 'step by step\n        poster: /films/abc-DEF_123.jpg\n')
      .replace('title: A chain }', 'title: A chain, poster: /films/4711.jpg }'),
  )
  expect(asked).toContain('https://i.ytimg.com/vi/abc-DEF_123/hqdefault.jpg')
  const { stdout } = await runInProcess('check', ['--site', site])
  // Two posters are missing: of the film that is gone, and of the own one.
  expect(stdout.match(/has no "poster"/g)).toHaveLength(2)
})

it('are fetched once', async () => {
  asked.length = 0
  await fetchPosters(site, fetchFake)
  expect(asked).toEqual([expect.stringContaining('gone-for-good')])
})

it.each([
  ['https://youtu.be/abc-DEF_123?si=Xy-1', 'embed/abc-DEF_123?autoplay=1'],
  ['https://www.youtube.com/live/abc-DEF_123?si=Xy-1', 'embed/abc-DEF_123?autoplay=1'],
  ['https://m.youtube.com/watch?app=desktop&v=abc-DEF_123#t=30', 'embed/abc-DEF_123?autoplay=1'],
  ['https://vimeo.com/4711/ab12cd34ef?share=copy', 'video/4711?autoplay=1&dnt=1&h=ab12cd34ef'],
])('are those of a film that is shared as %s', async (film, player) => {
  expect(readFilm(film)!.player).toMatch(new RegExp(`/${player.replace('?', '[?]')}$`))
  const text = page.replace('https://www.youtube.com/watch?v=abc-DEF_123', `'${film}'`)
  await writeFile(join(site, 'pages/films.yaml'), text)
  const { stdout } = await runInProcess('check', ['--site', site])
  expect(stdout).toContain('has no "poster"')
  expect(stdout).not.toContain('INVALID_FORMAT')
})
