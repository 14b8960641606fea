import { renderStandalonePage } from '../shared/standalone-page.tsx'

/** A screenshot on the contact sheet. Paths are relative to the sheet's folder. */
export type SheetEntry = {
  file: string
  name: string
  width: number
  scheme: string
  change?: { share: number; diff: string; before: string } | 'new'
}

const filters = { kind: ['pages', 'examples'], scheme: ['light', 'dark'] }

/** Renders a page with all screenshots, and filters that need no server. */
export function renderContactSheet(entries: SheetEntry[]): string {
  const widths = [...new Set(entries.map(({ width }) => width))].sort((a, b) => a - b)
  const changed = entries.filter(({ change }) => change !== undefined)
  return renderStandalonePage({
    title: 'Screenshots',
    css,
    script,
    children: (
      <>
        <form>
          <strong>
            {entries.length} screenshots, {changed.length} changed
          </strong>
          <input
            type="search"
            name="text"
            placeholder="Part of a name"
            aria-label="Part of a name"
          />
          {Object.entries({ ...filters, width: widths.map(String) }).map(([name, values]) => (
            <select name={name} key={name} aria-label={name}>
              <option value="">every {name}</option>
              {values.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          ))}
          <label>
            <input type="checkbox" name="changed" /> changed
          </label>
        </form>
        <ul>
          {entries.map((entry) => (
            <SheetItem key={entry.file} {...entry} />
          ))}
        </ul>
      </>
    ),
  })
}

function SheetItem({ file, name, width, scheme, change }: SheetEntry) {
  return (
    <li
      data-name={name}
      data-kind={name.split('/')[0]}
      data-width={width}
      data-scheme={scheme}
      data-changed={change && ''}
    >
      <a href={file}>
        <img src={file} alt="" loading="lazy" />
      </a>
      {name} <small>{`${width} px, ${scheme}`}</small>
      {change === 'new' && <small> new</small>}
      {change && change !== 'new' && (
        <small>
          {` ${(change.share * 100).toFixed(2)} % `}
          <a href={change.diff}>difference</a> <a href={change.before}>before</a>
        </small>
      )}
    </li>
  )
}

const css = `
:root{color-scheme:light dark}
body{margin:0;font:.875rem/1.4 system-ui,sans-serif}
form{position:sticky;top:0;display:flex;flex-wrap:wrap;gap:1rem;align-items:center;padding:.75rem 1rem;background:Canvas;border-bottom:1px solid GrayText}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;margin:0;padding:1rem;list-style:none;overflow-wrap:anywhere}
li[hidden]{display:none}
li>a{display:block;height:16rem;overflow:hidden;border:1px solid GrayText}
li[data-changed]>a{border:3px solid #d92d20}
img{display:block;width:100%}`

const script = `
const form = document.querySelector('form')
form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', () => {
  const { text, changed, ...chosen } = Object.fromEntries(new FormData(form))
  for (const item of document.querySelectorAll('li')) {
    const { dataset } = item
    item.hidden = !dataset.name.includes(text) || (changed && dataset.changed === undefined) || Object.entries(chosen).some(([name, value]) => value && dataset[name] !== value)
  }
})`
