/**
 * The script of a page in the studio's preview. It hydrates immediately, shows edits without a
 * reload, and marks elements with the values that they show. The studio bundles it.
 */
import '../../../blocks/styles.gen.ts'
import '../../shell/shell.css'
import { hydrateApplication } from '../../client/hydrate.tsx'
import { watchHeroButtons } from '../../client/watch-hero-buttons.ts'
import { followEdits } from '../follow-edits.ts'
import { markWhenReady, waitForBlocks } from './apply-marks.ts'

watchHeroButtons()
const application = hydrateApplication()
// Reveals the content that stylesheets hide before hydration.
application.catch(() => void (document.documentElement.dataset.bare = ''))
// An example of the catalogue is not shown before.
const announce = () =>
  parent.dispatchEvent(new CustomEvent('signpost:page-ready', { detail: location.pathname }))
application.then(announce, announce)
const mark = () => markWhenReady(application.then(waitForBlocks).catch(() => {}))
followEdits(application, mark)
// The studio takes clicks from now on: pictures may be loading for long.
parent.dispatchEvent(new Event('signpost:studio-page'))
void mark()
