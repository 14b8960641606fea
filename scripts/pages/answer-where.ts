import type { ResolvedSite } from '../../schema/resolve/resolve-site.ts'
import {
  collectBuiltAddresses,
  type SiteAddress,
  type SiteAddresses,
} from '../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { formatSuggestion, findNearestName } from '../../schema/validate/nearest-name.ts'
import type { FileLine, Path } from '../../schema/source/position-types.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { toFileLine } from '../../schema/util/to-file-line.ts'
import { describePage } from './describe-page.ts'
import { findAskedAddress, type AskedAddress } from './find-asked-address.ts'
import { formatPage } from './format-page.ts'
import { listSiteLinks } from './list-links.ts'

/** An answer for people, and the same as data for tools. */
type Answer = { text: string; data: object; isFound: boolean }

/** Answers what is at an address of a site. */
export function answerWhere(site: ReportedSite, written: string): Answer {
  const { resolvedSite, publicFiles } = site
  const addresses = collectBuiltAddresses(resolvedSite)
  const asked = findAskedAddress(resolvedSite, addresses, publicFiles, written)
  switch (asked.kind) {
    case 'known':
      return answerKnown(resolvedSite, addresses, asked)
    case 'file':
      return answerFile(site, asked.path)
    case 'unknown': {
      const text = `There is nothing at ${asked.path}.${formatSuggestion(asked.suggestion)}`
      return { text, data: asked, isFound: false }
    }
    case 'foreign': {
      const { host, path, origin } = asked
      const text = `${host} is another site than this one, ${origin}. Ask for ${path} to look here.`
      return { text, data: asked, isFound: false }
    }
  }
}

function answerKnown(
  site: ResolvedSite,
  addresses: SiteAddresses,
  { entry, anchor }: AskedAddress & { kind: 'known' },
): Answer {
  const { address, kind, page, to } = entry
  if (kind === 'given-up') {
    const text = `Nothing is at ${address} anymore, on purpose: hosts answer 410 (${addressesFileName}).`
    return { text, data: { kind, path: address }, isFound: false }
  }
  if (kind === 'redirect') {
    const { file, line } = toFileLine(entry.location!)
    const text = `${address} redirects to ${to}.\n\n  ${file}:${line}`
    return { text, data: { path: address, redirectTo: to, file, line }, isFound: true }
  }
  if (!page || page.route === address) return answerPage(site, addresses, address, anchor)
  const { text, data } = answerPage(site, addresses, page.route)
  return {
    text: `${explainAlias(entry, page.route)}\n\n${text}`,
    data: { [to === undefined ? 'alias' : 'redirect']: address, ...data },
    isFound: true,
  }
}

/** @param route the page whose alias it is */
function explainAlias({ address, kind, to }: SiteAddress, route: string): string {
  if (kind === 'alias') return `${address} redirects to ${to}.`
  if (kind !== 'ended')
    return `${address} will redirect to ${route}, which is ${kind === 'draft' ? 'a draft' : 'not published yet'}.`
  return to === undefined
    ? `${address} is gone, because it is an alias of ${route}, which has ended.`
    : `${address} redirects to ${to}, because it is an alias of ${route}, which has ended.`
}

function answerPage(
  site: ResolvedSite,
  addresses: SiteAddresses,
  route: string,
  anchor?: string,
): Answer {
  const { pages, notFound } = site
  const page = route === notFound?.route ? notFound : pages.find((each) => each.route === route)!
  const report = describePage(site, addresses, page)
  const names = report.anchors.map(({ name }) => name)
  if (anchor === undefined || names.includes(anchor))
    return { text: formatPage(report, anchor), data: report, isFound: true }
  const suggestion = findNearestName(anchor, names)
  const hint =
    suggestion === undefined
      ? ` It has: ${names.map((name) => `#${name}`).join(', ') || 'none'}`
      : ` Did you mean ${route}#${suggestion}?`
  return {
    text: `${route} has no anchor #${anchor}.${hint}\n\n${formatPage(report)}`,
    data: report,
    isFound: false,
  }
}

function answerFile({ resolvedSite }: ReportedSite, path: string): Answer {
  const linksIn = listSiteLinks(resolvedSite)
    .filter(({ to }) => to === path)
    .map(({ from, written, location }) => ({ from, ...toFileLine(location, written) }))
  const isLink = ({ file, line }: FileLine) =>
    linksIn.some((other) => other.file === file && other.line === line)
  const shownOn = listFileUses(resolvedSite, path).filter((use) => !isLink(use))
  const list = (title: string, uses: FileUse[]) => [
    '',
    `${title} (${uses.length})`,
    ...uses.map(({ from, file, line }) => `  ${from ?? 'every page'}  ${file}:${line}`),
  ]
  return {
    text: [
      `${path} is the file public${path}.`,
      ...(shownOn.length > 0 ? list('Shown on', shownOn) : []),
      ...list('Links to it', linksIn),
    ].join('\n'),
    data: { path, file: `public${path}`, shownOn, linksIn },
    isFound: true,
  }
}

/** @property from the page; missing for the settings and the menus, which concern every page */
type FileUse = { from?: string } & FileLine

/** Lists where the entries and the settings name a file in public/, such as a picture. */
function listFileUses({ merged, pages }: ResolvedSite, path: string): FileUse[] {
  const { main, settings, navigation } = merged
  const shared = [
    ...findPaths(settings, path, ['site']),
    ...findPaths(navigation, path, ['navigation']),
  ]
  return [
    ...pages.flatMap(({ route, location: { source, path: start } }) =>
      findPaths(merged.pages.get(route)?.raw, path, start).map((at) => ({
        from: route,
        ...toFileLine({ source, path: at }),
      })),
    ),
    ...shared.map((at) => toFileLine({ source: main, path: at })),
  ]
}

/** Finds the paths of all values in plain data that are this text. */
function findPaths(value: unknown, text: string, path: Path): Path[] {
  if (value === text) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    findPaths(child, text, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}
