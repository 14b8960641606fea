import { ResponsivePicture } from '../../blocks/shared/responsive-picture.tsx'
import { getBasePath } from '../routes.ts'
import type { SiteData } from '../../schema/page-data.ts'

/**
 * The logo: a picture, or the drawing that is also the icon of the browser tab and on share images.
 * The name is next to it.
 */
export function LogoMark({ site }: { site: SiteData }) {
  const { image } = site.logo
  if (image)
    return <ResponsivePicture className="logo-mark picture" file={image} alt="" sizes="160px" />
  if (site.icons === 'none') return null
  const src = `${getBasePath(site)}/favicon.svg`
  return <img className="logo-mark" src={src} width={36} height={36} alt="" />
}
