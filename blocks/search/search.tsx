import { type FormEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { SearchBlock } from '../../schema/types.gen.ts'
import { Section } from '../shared/section.tsx'
import type { createFinder as CreateFinder, FindPages } from './find-pages.ts'
import { SearchResults } from './search-results.tsx'
import type { SearchPage } from './search-types.ts'

/** How long typing pauses before the query is written to the URL: browsers limit such changes. */
const addressDelayMs = 400

/**
 * A search of the site. The search script and the list of pages are loaded when a visitor begins to
 * use the field. Without JavaScript, the form leads to the list of all pages.
 */
export function Search(block: SearchBlock) {
  const { heading, lead, words, label = words?.label, all, index = '' } = block
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | FindPages>('idle')
  const shownQuery = useDeferredValue(query).trim()

  const load = () => {
    if (state !== 'idle' && state !== 'failed') return
    setState('loading')
    loadSearch(index).then(
      (find) => setState(() => find),
      // The visitor may be offline, so the next keystroke tries again.
      () => setState('failed'),
    )
  }

  // The first render must match the server's, so the URL is read afterwards. The field may contain
  // text typed before hydration.
  useEffect(() => {
    const typed = input.current!.value
    const asked = typed === '' ? (new URLSearchParams(location.search).get('q') ?? '') : typed
    setQuery(asked)
    if (asked !== '' || document.activeElement === input.current) load()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => writeQueryToUrl(query), addressDelayMs)
    return () => clearTimeout(timer)
  }, [query])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    load()
    writeQueryToUrl(query)
  }
  return (
    <Section block={block} heading={heading} lead={lead}>
      <form className="search-form" role="search" action={all?.href} onSubmit={submit}>
        <label>
          <span>{label}</span>
          <input
            ref={input}
            type="search"
            name="q"
            value={query}
            autoComplete="off"
            enterKeyHint="search"
            onFocus={load}
            onChange={(event) => {
              setQuery(event.target.value)
              load()
            }}
          />
        </label>
        <button className="button primary" type="submit">
          {words?.action}
        </button>
      </form>
      <SearchResults block={block} query={shownQuery} state={state} />
    </Section>
  )
}

/** Writes the query to the URL, so that Back restores it. Keeps the router's state. */
function writeQueryToUrl(query: string): void {
  const url = new URL(location.href)
  const text = query.trim()
  if (text === (url.searchParams.get('q') ?? '')) return
  if (text === '') url.searchParams.delete('q')
  else url.searchParams.set('q', text)
  history.replaceState(history.state, '', url)
}

/**
 * Loads the search script and the list of pages.
 * @param index the URL of the file that names both
 * @throws Error if one of them cannot be loaded
 */
async function loadSearch(index: string): Promise<FindPages> {
  const base = new URL(index, location.href)
  const files = (await fetchSearchData(base)) as { script: string; pages: string }
  // The URL is in a variable, because Vite's helper for a literal import() would load with every
  // page.
  const script = new URL(files.script, base).href
  const [{ createFinder }, pages] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<{ createFinder: typeof CreateFinder }>,
    fetchSearchData(new URL(files.pages, base)),
  ])
  return createFinder(pages as SearchPage[])
}

async function fetchSearchData(url: URL): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.json()
}
