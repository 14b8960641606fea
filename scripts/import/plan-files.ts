import { findSecretName } from '../../schema/source/secret-files.ts'
import { generatedFile } from '../../schema/rules/addresses/colliding-addresses.ts'
import { explainUnsafePath } from '../../schema/util/resolve-inside.ts'
import { toPath } from './old-address.ts'
import type { OldSite } from './old-site.ts'

/** What the new site has its own of, or nobody needs without the old design. */
const replacedFile =
  /^\/(?:robots\.txt|sitemap[\w-]*\.xml(?:\.gz)?|site\.webmanifest|manifest\.json|404\.html?|llms\.txt|search-index\.json|CNAME|_headers|_redirects|\.htaccess)$/i
const designFile = /\.(?:css|js|mjs|map|json|woff2?|ttf|eot|otf|scss|less|php|aspx?|ts|xsl|swf)$/i
const feedFile = /\.(?:xml|rss|atom|rdf)$/i

export type FilePlan = {
  /** The paths in public/ by the addresses. */
  kept: Map<string, string>
  /** Addresses that are gone, with the reason. */
  gone: Map<string, string>
  /** Addresses of files that must not be published, with what they appear to contain. */
  withheld: Map<string, string>
  /** Addresses of files that every build writes. */
  replaced: string[]
}

/** Decides which files of the old site are kept at their addresses. */
export function planFiles(site: OldSite, pages: Set<string>): FilePlan {
  const plan: FilePlan = { kept: new Map(), gone: new Map(), withheld: new Map(), replaced: [] }
  const names = new Set<string>()
  for (const address of site.files.keys()) {
    const path = toPath(address)
    const secret = path
      .split('/')
      .map(findSecretName)
      .find((each) => each !== undefined)
    if (secret !== undefined) plan.withheld.set(address, secret)
    else if (replacedFile.test(path)) plan.replaced.push(address)
    else if (designFile.test(path)) plan.gone.set(address, 'part of the old design')
    else if (feedFile.test(path)) plan.gone.set(address, 'a feed or a data file')
    else if (!path.split('/').at(-1)!.includes('.'))
      plan.gone.set(address, 'a file without an extension')
    else if (
      explainUnsafePath(path) !== undefined ||
      /["<>|*:]/.test(path) ||
      pages.has(path) ||
      names.has(path.toLowerCase())
    )
      plan.gone.set(address, 'a file whose name cannot be an address')
    else {
      // The build has files of its own below /assets.
      const isTaken = generatedFile.test(path.toLowerCase())
      const kept = isTaken ? `/files${path}` : path
      names.add(path.toLowerCase())
      plan.kept.set(address, kept)
      if (isTaken)
        plan.gone.set(address, `moved to ${kept}, because the build has its own files here`)
    }
  }
  return plan
}
