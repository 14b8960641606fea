import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { nameDays, printDayHours } from '../../../blocks/shared/text/name-days.ts'
import { formatWeek } from '../../../schema/hours/format-hours.ts'
import { readWeek, weekdays } from '../../../schema/hours/plan-hours.ts'
import type { ResolvedSite } from '../../../schema/resolve/resolve-site.ts'
import { resolvePlainText } from '../../../schema/resolve/resolve-text.ts'
import type { OpeningHoursWords } from '../../../schema/types.gen.ts'
import { asTexts } from '../../../schema/util/as-text.ts'
import { asRecords } from '../../../schema/util/records.ts'
import { formatBytes } from '../../prerender/budgets/budgets.ts'
import { projectRoot } from '../../prerender/bundle/bundle.ts'
import type { ChangeReport, SettingChange } from './report-types.ts'
import type { SiteVersion } from './site-version.ts'
import { listLeaves } from './list-leaves.ts'
import { groupBy } from '../../../schema/util/group-by.ts'

/** Settings that decide what visitors send, and to whom, with what goes there or comes from there. */
const services: Record<string, string> = {
  'site.form.endpoint': 'what forms send goes to',
  'site.subscribe.endpoint': 'what subscribers send goes to',
  'site.location.endpoint': 'the position of visitors goes to',
  'site.booking.script': 'the booking widget comes from',
  'site.form': '',
  'site.subscribe': '',
  'site.location': '',
  'site.booking': '',
  'site.analytics': '',
  'site.allowOrigins': '',
  'site.contentPolicy': '',
}

/** Settings whose values are compared elsewhere, each as what it does. */
const comparedElsewhere = ['site.redirects', 'site.notFound', 'site.planned']

/** Lists the settings that differ, as they are written. */
export function compareSettings(before: SiteVersion, after: SiteVersion): SettingChange[] {
  const list = ({ resolved }: SiteVersion) => {
    const { settings, navigation } = resolved.site
    const leaves = listLeaves({ site: settings, navigation }, '', (path, value) =>
      Array.isArray(value) && path.endsWith('.hours') && isWeek(value)
        ? printHours(value, resolved)
        : value,
    )
    return groupBy(leaves, ({ path }) => path)
  }
  const [earlier, later] = [list(before), list(after)]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((name): SettingChange[] => {
    const isBelow = (path: string) => name === path || name.startsWith(`${path}.`)
    const [values, others] = [earlier, later].map((leaves) =>
      (leaves.get(name) ?? []).map(({ value }) => value),
    ) as [string[], string[]]
    if (values.join('\n') === others.join('\n') || comparedElsewhere.some(isBelow)) return []
    const service = Object.entries(services).find(([path]) => isBelow(path))?.[1]
    const named = { name, service }
    const [removed, added] = [omitEach(values, others), omitEach(others, values)]
    if (removed.length + added.length === 0) return [{ ...named, isReordered: true }]
    const [old, now] = [printTexts(removed, before.resolved), printTexts(added, after.resolved)]
    return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => ({
      ...named,
      before: old[index],
      after: now[index],
    })).filter((change) => change.before !== change.after)
  })
}

/** Texts as visitors read them, with what they cite. */
const printTexts = (texts: string[], { site, context }: ResolvedSite): string[] =>
  texts.map((text) =>
    resolvePlainText(text, { source: site.main, path: [] }, { ...context, readings: new Map() }),
  )

/** The hours of a week, as the block for them words them. A site may have replaced that block. */
function printHours(hours: unknown, { context }: ResolvedSite): string {
  const words = context.words.get('opening-hours') as OpeningHoursWords | undefined
  if (!words) return JSON.stringify(hours)
  return formatWeek(readWeek(hours), context.language)
    .map((days) => `${nameDays(days, words)} ${printDayHours(days, words)}`)
    .join('; ')
}

/** Whether hours are those of a week. Those of a tariff may be of holidays, or of every day. */
const isWeek = (hours: unknown[]): boolean =>
  asRecords(hours).every(({ days }) => {
    const names = asTexts(days)
    return names.length > 0 && names.every((name) => weekdays.includes(name))
  })

/** Leaves each of some values out once. */
function omitEach(values: string[], others: string[]): string[] {
  const left = [...others]
  return values.filter((value) => {
    const index = left.indexOf(value)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

/** Files of a site that get into its output, or change it. */
const listOwnFiles = ({ site }: SiteVersion): string[] =>
  // The blocks of Signpost itself are the same for both versions.
  globSync(
    realpathSync(site) === projectRoot ? ['public/**'] : ['public/**', 'blocks/**', 'fonts/**'],
    { cwd: site, dot: true },
  ).sort()

/** Lists the files that differ, with their sizes. */
export function compareFiles(before: SiteVersion, after: SiteVersion): ChangeReport['files'] {
  if (realpathSync(before.site) === realpathSync(after.site)) return []
  const files = new Set([...listOwnFiles(before), ...listOwnFiles(after)])
  return [...files].flatMap((name) => {
    const [file, other] = [join(before.site, name), join(after.site, name)]
    const measure = (path: string) =>
      existsSync(path) ? formatBytes(statSync(path).size) : undefined
    return isSameFile(file, other) ? [] : [{ name, before: measure(file), after: measure(other) }]
  })
}

function isSameFile(file: string, other: string): boolean {
  const [stats, others] = [file, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  if (!stats || !others || stats.size !== others.size) return false
  return (
    realpathSync(file) === realpathSync(other) || readFileSync(file).equals(readFileSync(other))
  )
}
