import { memoize } from '../util/memoize.ts'
import { drawMap } from '../drawing/draw-map.ts'
import type { Fact, MapArea, MapDrawing } from '../page-data.ts'
import { problemAt, type Problem } from '../problems/problem.ts'
import { locateChild, type SourceLocation } from '../problems/location.ts'
import { asText, asTexts } from '../util/as-text.ts'
import { asList, asRecord, asRecords, isRecord, type UnknownRecord } from '../util/records.ts'
import { chooseReading, hasMeasure, splitCitedName } from '../facts/facts.ts'
import { copyLocation, type Findings, type TextContext } from './text/findings.ts'
import type { MapTown } from '../types.gen.ts'

/** The area that a map shows: its center in degrees, its radius as a fact, and its towns. */
export type AreaServed = { latitude: number; longitude: number; radius: Fact; towns: MapTown[] }

/** Draws the map of a block, with its own area and towns or those in the settings. */
export function deriveMap(
  group: Record<string, unknown>,
  location: SourceLocation,
  context: TownContext & { areaServed: Partial<AreaServed>; language: string },
  findings: Findings,
): MapDrawing | undefined {
  const { areaServed, language } = context
  const { problems } = findings
  const area = { ...areaServed, ...(group.area as Partial<AreaServed> | undefined) }
  const { latitude, longitude, radius } = area
  if (latitude === undefined || longitude === undefined || radius === undefined) {
    const fix =
      'Add an area to the block, or add latitude, longitude and areaServed with a radius to business.'
    if (group.area === undefined)
      problems.push(
        problemAt(
          location,
          'MISSING_SERVICE_AREA',
          'This map has no area: neither the block nor business in the settings has one.',
          { fix },
        ),
      )
    return undefined
  }
  const { unit, value } = radius
  if ((unit !== 'miles' && unit !== 'km') || value === undefined || value <= 0) {
    // Other units, and a radius in the settings, are reported where they are cited.
    const isOwn = group.area !== undefined && hasMeasure(unit, 'distance')
    if (isOwn) problems.push(reportRadius(radius, locateChild(location, 'area', 'radius')))
    return undefined
  }
  // Validation reports what has no name.
  const known = asList(group.towns ?? areaServed.towns).filter(
    (town): town is MapTown => isRecord(town) && typeof town.name === 'string',
  )
  const isShown = ({ name }: MapTown) =>
    group.only === undefined || asTexts(group.only).includes(name)
  const towns = known.filter((town) => isShown(town) && isValidCoordinate(town))
  if (group.towns === undefined)
    citeTowns(new Set(towns.map(({ name }) => name)), location, context, findings)
  // Validation reports coordinates that are out of range.
  return isValidCoordinate({ latitude, longitude })
    ? drawMapOnce({ latitude, longitude, radius: value, unit }, towns, language)
    : undefined
}

type TownContext = Pick<TextContext, 'facts'> & { rawSettings: UnknownRecord }

/** Notes that a page prints the distances and fees of towns, which are facts of the settings. */
export function citeTowns(
  shown: ReadonlySet<string>,
  location: SourceLocation,
  { facts, rawSettings }: TownContext,
  { citations }: Findings,
): void {
  const { towns } = asRecord(asRecord(rawSettings.business).areaServed)
  for (const { name: town, distance, fee } of asRecords(towns))
    for (const cited of shown.has(asText(town)) ? asTexts([distance, fee]) : []) {
      const { name, reading } = splitCitedName(cited)
      const fact = facts.get(name)
      const chosen = fact && chooseReading(fact, reading)
      if (chosen !== undefined)
        citations.push({ fact: name, reading: chosen, location: copyLocation(location) })
    }
}

/** Creates the problem of a radius that is not a single distance. */
export const reportRadius = ({ text }: Fact, location: SourceLocation): Problem =>
  problemAt(location, 'WRONG_UNIT', `A radius must be one distance, but this fact is "${text}".`, {
    expected: 'a fact with one value in miles or km',
  })

const isValidCoordinate = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

const drawnMaps = new Map<string, MapDrawing>()
/** Enough for one site, and limits the memory of a long-running process. */
const maxDrawnMaps = 100

/** Caches drawings across pages and loads. */
function drawMapOnce(area: MapArea, towns: MapTown[], language: string): MapDrawing {
  const key = JSON.stringify([area, towns, language])
  return memoize(drawnMaps, key, maxDrawnMaps, () => drawMap(area, towns, language))
}
