import { type Declaration, type Rule, type Selector, transform } from 'lightningcss'
import { groupBy } from '../../../schema/util/group-by.ts'
import { memoizeByText } from '../../../schema/util/memoize.ts'

type StyleRule = Extract<Rule, { type: 'style' }>

/** Whether a declaration hides an element, or shows it; undefined if it does neither. */
function hides({ property, value }: Declaration): boolean | undefined {
  if (property === 'display') return value.type === 'keyword' && value.value === 'none'
  return property === 'visibility' ? value !== 'visible' : undefined
}

/** What hides an element: the classes (.a) and ids (#a) that it has, and those around it. */
type HidingRule = { own: string[]; around: string[] }

/** All pages of a site have the same sheets, besides small ones of their own. */
const maxSheets = 50

const listNames = (parts: Selector) =>
  parts.flatMap((part) =>
    part.type === 'class' ? `.${part.name}` : part.type === 'id' ? `#${part.name}` : [],
  )

/** What a sheet hides, and the names that it shows. */
const readSheet = memoizeByText((css) => {
  const hiding: HidingRule[] = []
  const shown = new Set<string>()
  const readRule = ({ value: { selectors, declarations } }: StyleRule) => {
    const all = [
      ...(declarations?.declarations ?? []),
      ...(declarations?.importantDeclarations ?? []),
    ]
    const isHiding = all.map(hides).findLast((each) => each !== undefined)
    if (isHiding === undefined) return
    for (const selector of selectors) {
      const end = selector.findLastIndex(({ type }) => type === 'combinator') + 1
      const own = listNames(selector.slice(end))
      if (!isHiding) for (const name of own) shown.add(name)
      // Such as :hover and :not(.open), of which nobody knows when they are true.
      else if (selector.every(({ type }) => /^(?:class|id|type|combinator)$/.test(type)))
        hiding.push({ own, around: listNames(selector.slice(0, end)) })
    }
  }
  transform({
    filename: 'old.css',
    code: Buffer.from(css),
    errorRecovery: true,
    visitor: {
      Rule: {
        style: readRule,
        // On paper and on narrow screens.
        media: ({ value: { query } }) =>
          /"print"|"less-than/.test(JSON.stringify(query)) ? [] : undefined,
      },
    },
  })
  return { hiding, shown }
}, maxSheets)

/**
 * What style sheets hide, without what a rule shows, such as one for wide screens: it is hidden until
 * a script changes a class.
 * @returns whether they hide an element with these names
 */
export function readHiding(
  sheets: string[],
): (names: string[], listAround: () => Set<string>) => boolean {
  const read = sheets.filter((css) => /display|visibility/.test(css)).map(readSheet)
  const shown = new Set(read.flatMap((sheet) => [...sheet.shown]))
  const rules = groupBy(
    read
      .flatMap(({ hiding }) => hiding)
      .filter(({ own }) => own.length > 0 && !own.some((name) => shown.has(name))),
    ({ own: [name] }) => name!,
  )
  return (names, listAround) =>
    names
      .flatMap((name) => rules.get(name) ?? [])
      .some(
        ({ own, around }) =>
          own.every((name) => names.includes(name)) &&
          (around.length === 0 || around.every((name) => listAround().has(name))),
      )
}
