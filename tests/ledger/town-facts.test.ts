/** The facts of towns in the settings are printed where a map shows the towns, not on every page. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'
import { listLedger } from '../../scripts/report/list-ledger.ts'
import { root } from '../helpers/run-npm-script.ts'

it('are printed by the pages with a map of them', async () => {
  const site = await mkdtemp(join(tmpdir(), 'signpost-towns-'))
  await cp(join(root, 'tests/base-site'), site, { recursive: true })
  const area = `areaServed: { radius: reach, towns: [
    { name: Crane, latitude: 31.4, longitude: -102.35, fee: crane-fee },
    { name: Lamesa, latitude: 32.7, longitude: -101.95, fee: lamesa-fee } ] }`
  const settings = await readFile(join(site, 'pages.yaml'), 'utf8')
  await writeFile(
    join(site, 'pages.yaml'),
    settings.replace('business: { ', `business: { ${area}, `),
  )
  await writeFile(
    join(site, 'pages/towns.yaml'),
    `facts:
  reach: { label: Our radius, unit: miles, value: 60 }
  crane-fee: { label: Fee for Crane, unit: USD, value: 10 }
  lamesa-fee: { label: Fee for Lamesa, unit: USD, value: 20 }
pages:
  /towns:
    kind: info
    title: Towns that we drive to
    description: Where we come with our tools.
    blocks:
      - { type: hero, heading: Towns }
      - { type: area-map, heading: Map, caption: A map, fees: true, beyond: No, visitor: You, only: [Crane] }
`,
  )
  const { facts } = listLedger(await readWholeSite(site), '2026-11-22')
  const pages = (name: string) => facts.find((fact) => fact.name === name)!.readings[0]!.printed
  expect(pages('crane-fee')).toMatchObject([{ route: '/towns', file: 'pages/towns.yaml' }])
  expect(pages('lamesa-fee')).toEqual([])
  await rm(site, { recursive: true })
})
