import { getBasePath } from '../routes.ts'
import type { SiteData } from '../../schema/page-data.ts'

/**
 * The logo, which is also the icon of the browser tab and on share images. The name is next to it.
 */
export function LogoMark({ site }: { site: SiteData }) {
  if (site.icons === 'none') return null
  const src = `${getBasePath(site)}/favicon.svg`
  return <img className="logo-mark" src={src} width={36} height={36} alt="" />
}
