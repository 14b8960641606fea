import {
  collectBuiltAddresses,
  type Address,
  type Addresses,
} from '../../schema/resolve/site-addresses.ts'
import { addressesFileName } from '../../schema/source/recorded-addresses.ts'
import { formatSuggestion, findNearestName } from '../../schema/validate/nearest-name.ts'
import {
  type FileLine,
  type Path,
  toFileLine,
  formatFileLine,
} from '../../schema/problems/location.ts'
import type { WholeSite } from '../prerender/run/inspect-site.ts'
import { describePage, listPageSections } from './describe-page.ts'
import { findAskedAddress, type AskedAddress } from './find-asked-address.ts'
import { listSiteLinks } from './links.ts'
import { measurePages } from './measure-pages.ts'
import type { ReportSection } from './section.ts'
import { listTexts } from './find-texts.ts'
import type { JsonValue } from '../edit/yaml-operations.ts'

/** An answer for people, and the same as data for tools. */
type Answer = { sections: ReportSection[]; data: object; isFound: boolean }

const say = (text: string): ReportSection => ({ lines: [{ text }] })

/** Answers what is at an address of a site. */
export function answerAddress(resolved: WholeSite, written: string): Answer {
  const addresses = collectBuiltAddresses(resolved)
  const asked = findAskedAddress(resolved, addresses, resolved.publicFiles, written)
  switch (asked.kind) {
    case 'known':
      return answerKnown(resolved, addresses, asked)
    case 'file':
      return answerFile(resolved, asked.path)
    case 'unknown': {
      const text = `There is nothing at ${asked.path}.${formatSuggestion(asked.suggestion)}`
      return { sections: [say(text)], data: asked, isFound: false }
    }
    case 'foreign': {
      const { host, path, origin } = asked
      const text = `${host} is another site than this one, ${origin}. Ask for ${path} to look here.`
      return { sections: [say(text)], data: asked, isFound: false }
    }
  }
}

function answerKnown(
  resolved: WholeSite,
  addresses: Addresses,
  { entry, anchor }: AskedAddress & { kind: 'known' },
): Answer {
  const { address, kind, page, to } = entry
  if (kind === 'given-up') {
    const text = `Nothing is at ${address} anymore, on purpose: hosts answer 410 (${addressesFileName}).`
    return { sections: [say(text)], data: { kind, path: address }, isFound: false }
  }
  if (kind === 'redirect') {
    const place = toFileLine(entry.location!)
    return {
      sections: [say(`${address} redirects to ${to}.`), say(`  ${formatFileLine(place)}`)],
      data: { path: address, redirectTo: to, ...place },
      isFound: true,
    }
  }
  if (!page || page.route === address) return answerPage(resolved, addresses, address, anchor)
  const { sections, data } = answerPage(resolved, addresses, page.route)
  return {
    sections: [say(explainAlias(entry, page.route)), ...sections],
    data: { [to === undefined ? 'alias' : 'redirect']: address, ...data },
    isFound: true,
  }
}

/** @param route the page whose alias it is */
function explainAlias({ address, kind, to }: Address, route: string): string {
  if (kind === 'alias') return `${address} redirects to ${to}.`
  if (kind !== 'ended')
    return `${address} will redirect to ${route}, which is ${kind === 'draft' ? 'a draft' : 'not published yet'}.`
  return to === undefined
    ? `${address} is gone, because it is an alias of ${route}, which has ended.`
    : `${address} redirects to ${to}, because it is an alias of ${route}, which has ended.`
}

function answerPage(
  resolved: WholeSite,
  addresses: Addresses,
  route: string,
  anchor?: string,
): Answer {
  const { pages, notFound, summaries } = resolved
  const page = route === notFound?.route ? notFound : pages.find((each) => each.route === route)!
  const measures = measurePages({ resolved, pages: summaries })
  const report = describePage(resolved, addresses, page, measures.get(route))
  const names = report.anchors.map(({ name }) => name)
  if (anchor === undefined || names.includes(anchor))
    return { sections: listPageSections(report, anchor), data: report, isFound: true }
  const suggestion = findNearestName(anchor, names)
  const hint =
    suggestion === undefined
      ? ` It has: ${names.map((name) => `#${name}`).join(', ') || 'none'}`
      : ` Did you mean ${route}#${suggestion}?`
  return {
    sections: [say(`${route} has no anchor #${anchor}.${hint}`), ...listPageSections(report)],
    data: report,
    isFound: false,
  }
}

function answerFile(resolved: WholeSite, path: string): Answer {
  const linksIn = listSiteLinks(resolved)
    .filter(({ to }) => to === path)
    .map(({ from, written, location }) => ({ from, ...toFileLine(location, written) }))
  const isLink = ({ file, line }: FileLine) =>
    linksIn.some((other) => other.file === file && other.line === line)
  const shownOn = listFileUses(resolved, path).filter((use) => !isLink(use))
  const list = (title: string, uses: FileUse[]): ReportSection => ({
    heading: `${title} (${uses.length})`,
    lines: uses.map((use) => ({ text: `${use.from ?? 'every page'}  ${formatFileLine(use)}` })),
  })
  return {
    sections: [
      say(`${path} is the file public${path}.`),
      ...(shownOn.length > 0 ? [list('Shown on', shownOn)] : []),
      list('Links to it', linksIn),
    ],
    data: { path, file: `public${path}`, shownOn, linksIn },
    isFound: true,
  }
}

/** @property from the page; missing for the settings and the menus, which concern every page */
type FileUse = { from?: string } & FileLine

/** Lists where the entries and the settings name a file in public/, such as a picture. */
function listFileUses({ site, pages }: WholeSite, path: string): FileUse[] {
  const { main, settings, navigation } = site
  const findPaths = (value: unknown, start: Path) =>
    [...listTexts({ file: '', value: value as JsonValue }, start)]
      .filter(({ text }) => text === path)
      .map(({ address }) => address.path)
  const shared = [...findPaths(settings, ['site']), ...findPaths(navigation, ['navigation'])]
  return [
    ...pages.flatMap(({ route, location: { source, path: start } }) =>
      findPaths(site.pages.get(route)?.raw, start).map((at) => ({
        from: route,
        ...toFileLine({ source, path: at }),
      })),
    ),
    ...shared.map((at) => toFileLine({ source: main, path: at })),
  ]
}
