/** What `bench/build.ts` holds the build against, in a process of its own: `tsx bare-render.tsx DIR` prints how long React alone takes. */
import { renderToString } from 'react-dom/server'
import { PageBody } from '../../renderer/page-body.tsx'
import { PageHead } from '../../renderer/page-head.tsx'
import { loadSite } from '../../schema/load-site.ts'

const { pages, site } = await loadSite(process.argv[2]!)
const started = performance.now()
let totalLength = 0
for (const { data } of pages) {
  totalLength += renderToString(<PageHead page={data} site={site!} />).length
  totalLength += renderToString(<PageBody page={data} site={site!} />).length
}
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, signs: totalLength }))
