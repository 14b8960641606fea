/**
 * The script of a page in the studio's preview. It hydrates at once, shows edits without a reload,
 * and marks what each element shows. The studio bundles it.
 */
import '../../../blocks/styles.gen.ts'
import '../../shell/shell.css'
import { hydrateApplication } from '../../client/hydrate.tsx'
import { watchHeroButtons } from '../../client/watch-hero-buttons.ts'
import { getDataPath, notFoundRoute } from '../../routes.ts'
import { markPage, waitForBlocks } from './apply-marks.ts'

watchHeroButtons()
const application = hydrateApplication()
// Reveals what stylesheets hide until the page is hydrated.
application.catch(() => void (document.documentElement.dataset.bare = ''))
const mark = () => markPage(application.then(waitForBlocks).catch(() => {}))
addEventListener('signpost:update', async () => {
  // There may be a page at this address now.
  if (document.documentElement.dataset.page?.endsWith(getDataPath(notFoundRoute)))
    return location.reload()
  // Without a valid page, there was nothing to hydrate.
  await application.then((app) => app.refresh()).catch(() => location.reload())
  await mark()
})
void mark()
