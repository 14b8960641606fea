/** A page and its translation: what search engines and visitors get of both. */
import { beforeAll, expect, it } from 'vitest'
import { renderDocument } from '../../renderer/document.tsx'
import { listSitesByLanguage } from '../../renderer/site-language.ts'
import type { WholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { readOwnSite } from '../helpers/read-own-site.ts'

let whole: WholeSite
beforeAll(async () => {
  whole = await readOwnSite()
})

const render = (route: string) =>
  renderDocument(whole.pages.find(({ data }) => data.route === route)!.data, whole.siteData!)
const [english, spanish] = ['/pricing', '/es/precios']

it('each names all languages, with the original as the default', () => {
  const link = (language: string, path: string) =>
    `<link rel="alternate" hrefLang="${language}" href="https://www.example.com${path}"/>`
  for (const html of [render(english), render(spanish)]) {
    expect(html).toContain(link('en-US', english) + link('x-default', english))
    expect(html).toContain(link('es-US', spanish))
  }
})

it('each is in its language, and links to the other', () => {
  expect(render(english)).toMatch(/<html lang="en-US"/)
  expect(render(spanish)).toMatch(/<html lang="es-US"/)
  expect(render(english)).toContain(`href="${spanish}" lang="es-US" hrefLang="es-US">Español</a>`)
  expect(render(spanish)).toContain(`href="${english}" lang="en-US" hrefLang="en-US">English</a>`)
})

it('the shell, the labels and the figures of a translation are in its language', () => {
  const html = render(spanish)
  for (const text of ['Ir al contenido', 'Servicio', 'Detalles', 'millas', 'minutos'])
    expect(html).toContain(text)
  expect(html).not.toMatch(/>(Skip to content|Menu|Contact|Details)</)
})

it('a page without a translation links to the first page of the other language', () => {
  expect(render('/about')).toContain('href="/es" lang="es-US"')
  expect(render('/about')).not.toContain('rel="alternate" hrefLang')
})

it('pages that search engines may not list are no alternates of each other', () => {
  const [ad, translated] = [
    '/ppc/after-hours-notary-midland-tx',
    '/es/ppc/fuera-de-horario-midland-tx',
  ]
  expect(render(ad!)).toContain(`href="${translated}" lang="es-US"`)
  for (const route of [ad!, translated!])
    expect(render(route)).not.toContain('rel="alternate" hrefLang')
})

it('the data of a language has nothing of the others', () => {
  const sites = listSitesByLanguage(whole.siteData!)
  expect(sites.map(([language]) => language)).toEqual([undefined, 'es-US'])
  for (const [, site] of sites) expect(site.languages).toBeUndefined()
  expect(sites[1]![1].words.menu).toBe('Menú')
})

it('texts of the ledger and distances on maps are in the language of the page', () => {
  const evening = render('/es/ppc/fuera-de-horario-midland-tx')
  expect(evening).toContain('De 5 a 10 p. m.')
  expect(evening).not.toContain('5 PM')
  expect(render('/ppc/after-hours-notary-midland-tx')).toContain('5 PM–10 PM')
  const map = render('/es/a-domicilio')
  expect(map).toContain('20 millas')
  expect(map).not.toContain('20 miles')
})

it('a quote asks for a visit on the page of its language, though its blocks have other names', () => {
  expect(render(spanish!)).toContain('href="/es/elegir-hora')
  expect(render(spanish!)).not.toContain('href="/mobile-notary/schedule')
})
