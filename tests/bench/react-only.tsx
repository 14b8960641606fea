/** `tsx react-only.tsx DIR` prints the seconds that React takes to render all pages of a site. */
import { renderToString } from 'react-dom/server'
import { PageBody } from '../../renderer/page-body.tsx'
import { PageHead } from '../../renderer/page-head.tsx'
import { readWholeSite } from '../../scripts/prerender/run/inspect-site.ts'

const { pages, siteData: site } = await readWholeSite(process.argv[2]!)
const started = performance.now()
let totalLength = 0
for (const { data } of pages) {
  totalLength += renderToString(<PageHead page={data} site={site!} />).length
  totalLength += renderToString(<PageBody page={data} site={site!} />).length
}
console.log(
  JSON.stringify({ seconds: (performance.now() - started) / 1000, characters: totalLength }),
)
