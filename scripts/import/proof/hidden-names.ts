import { type Declaration, type Rule, type Selector, transform } from 'lightningcss'
import { memoizeByText } from '../../../schema/util/memoize.ts'

type StyleRule = Extract<Rule, { type: 'style' }>

/** Whether a declaration hides an element, or shows it; undefined if it does neither. */
function hides({ property, value }: Declaration): boolean | undefined {
  if (property === 'display') return value.type === 'keyword' && value.value === 'none'
  return property === 'visibility' ? value !== 'visible' : undefined
}

/** All pages of a site have the same sheets, besides small ones of their own. */
const maxSheets = 50

/** The classes (.a) and ids (#a) that a sheet hides, and those that it shows. */
const readSheet = memoizeByText((css) => {
  const hidden = new Set<string>()
  const shown = new Set<string>()
  const listNames = (parts: Selector) =>
    parts.flatMap((part) =>
      part.type === 'class' ? `.${part.name}` : part.type === 'id' ? `#${part.name}` : [],
    )
  const readRule = ({ value: { selectors, declarations } }: StyleRule) => {
    const all = [
      ...(declarations?.declarations ?? []),
      ...(declarations?.importantDeclarations ?? []),
    ]
    const isHiding = all.map(hides).findLast((each) => each !== undefined)
    if (isHiding === undefined) return
    for (const selector of selectors)
      if (!isHiding) for (const name of listNames(selector)) shown.add(name)
      // Of others, what is around an element counts, too.
      else if (selector.length === 1) for (const name of listNames(selector)) hidden.add(name)
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
  return { hidden, shown }
}, maxSheets)

/**
 * The classes and ids that style sheets hide, without those that a rule shows, such as one for wide
 * screens: what is hidden until a script changes a class.
 */
export function listHiddenNames(sheets: string[]): Set<string> {
  const read = sheets.filter((css) => /display|visibility/.test(css)).map(readSheet)
  const shown = new Set(read.flatMap((sheet) => [...sheet.shown]))
  return new Set(read.flatMap(({ hidden }) => [...hidden]).filter((name) => !shown.has(name)))
}
