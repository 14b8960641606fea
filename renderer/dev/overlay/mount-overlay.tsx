import { createRoot } from 'react-dom/client'
import { basePath } from '../../client/base-path.ts'
import { toRoute } from '../../routes.ts'
import { overlayStyles } from './overlay-styles.ts'
import { ProblemOverlay } from './problem-overlay.tsx'

/**
 * Mounts a layer above the page, which does not move or style anything in it.
 * @param hasStudio whether the page has a button that opens the studio
 * @returns a function that shows a report in the format of `npm run check`; an empty one hides it
 */
export function mountOverlay(hasStudio: boolean): (report: string) => void {
  const host = document.createElement('signpost-overlay')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.innerHTML = `<style>${overlayStyles}</style><div class="layer"></div>`
  // Outside the body, so that no selector of the page matches it.
  document.documentElement.append(host)
  const root = createRoot(shadow.querySelector('.layer')!)
  const show = (report: string) =>
    root.render(
      <>
        {hasStudio && <StudioLink />}
        {report !== '' && <ProblemOverlay report={report} onHide={() => show('')} />}
      </>,
    )
  /** The report that was shown last, even if the author has hidden it. */
  let lastReport = ''
  show('')
  return (report) => {
    // Each save first clears the report. Problems that are reported after that are shown again.
    if (report !== lastReport) show(report)
    lastReport = report
  }
}

/** Opens the studio at the page that is shown. Client-side navigation changes which one it is. */
function StudioLink() {
  const update = ({ currentTarget }: { currentTarget: HTMLAnchorElement }) => {
    const route = toRoute(location.pathname.slice(basePath.length))
    currentTarget.href = `/__studio/?page=${encodeURIComponent(route)}`
  }
  return (
    <a className="edit" href="/__studio/" onPointerEnter={update} onFocus={update}>
      Edit
    </a>
  )
}
