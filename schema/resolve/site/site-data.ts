import type { ResolvedTheme, SiteData } from '../../page-data.ts'
import type { Navigation, SiteSettings } from '../../types.gen.ts'
import type { Site } from '../../merge/merge-sources.ts'
import { formatPostalAddress } from './format-postal-address.ts'
import { completeFooter } from './footer.ts'
import type { PageContext } from '../page/page-types.ts'
import type { TextContext } from '../text/findings.ts'
import { resolveTheme, type OwnFonts, type ThemeSettings } from '../../theme/theme.ts'

/**
 * Collects the settings that every page shows.
 * @returns undefined if a required setting is missing, which validation reports
 */
export function toSiteData(
  site: Partial<SiteSettings> & { shells?: SiteData['languages']; noindex?: boolean },
  navigation: Partial<Navigation>,
  { origin, publishing, words }: Pick<PageContext, 'origin' | 'publishing' | 'words'>,
  { phone, email }: TextContext['contact'],
  { pages }: Site,
  ownFonts?: OwnFonts,
): SiteData | undefined {
  const { name, language, logo, business, analytics, theme } = site
  const { application, trailingSlash, shareImages, icons, contentPolicy } = site
  const { header, footer } = navigation
  if (!name || !language || !logo || !phone || !email || !header || !footer) return undefined
  const bookingRoutes = [...pages.values()].flatMap(({ route, raw }) =>
    raw.kind === 'booking' ? [route] : [],
  )
  const outputSettings = { application, trailingSlash, shareImages, icons, contentPolicy }
  return {
    name,
    language,
    words: words.get('shell'),
    ...(site.shells && { languages: site.shells }),
    origin,
    logo,
    phone,
    email,
    ...(business && { address: formatPostalAddress(business) }),
    ...(business?.profiles && { profiles: business.profiles }),
    bookingRoutes,
    measuring: analytics,
    ...(!publishing && { preview: true }),
    ...(site.noindex && { noindex: true }),
    services: listServices(site),
    theme: theme && tryResolveTheme(theme, ownFonts),
    ...outputSettings,
    header,
    footer: completeFooter(footer, pages),
  } as unknown as SiteData
}

/** Falls back to the default theme if a color is invalid, which validation reports. */
function tryResolveTheme(theme: ThemeSettings, ownFonts?: OwnFonts): ResolvedTheme | undefined {
  try {
    return resolveTheme(theme, ownFonts)
  } catch {
    return undefined
  }
}

/**
 * Lists the addresses of third-party services that the site's settings name. Undefined if there are
 * none.
 */
function listServices(site: Partial<SiteSettings>): SiteData['services'] {
  const { booking, location, subscribe, allowOrigins } = site
  const services = {
    // A script that is a placeholder is not loaded.
    scripts: booking?.placeholder ? [] : listDefined(booking?.script),
    connections: listDefined(location?.endpoint),
    forms: listDefined(subscribe?.endpoint),
    ...(allowOrigins && { allowed: allowOrigins }),
  }
  const isEmpty = Object.values(services).every((list) => Array.isArray(list) && list.length === 0)
  return isEmpty ? undefined : services
}

const listDefined = (address: string | undefined) => (address === undefined ? [] : [address])
