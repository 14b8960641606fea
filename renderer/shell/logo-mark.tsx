import { getBasePath } from '../routes.ts'
import type { SiteData } from '../../schema/page-data.ts'

/** The seal of the browser tab and the share images. The name is beside it. */
export function LogoMark({ site }: { site: SiteData }) {
  if (site.icons === 'none') return null
  const src = `${getBasePath(site)}/favicon.svg`
  return <img className="logo-mark" src={src} width={36} height={36} alt="" />
}
