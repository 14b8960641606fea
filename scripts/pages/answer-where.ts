import { findNearestName } from '../../schema/validate/nearest-name.ts'
import type { FileLine } from '../../schema/source/position-types.ts'
import type { ReportedSite } from '../shared/read-site-report.ts'
import { toFileLine } from '../shared/to-file-line.ts'
import { describePage } from './describe-page.ts'
import { findAddress, listAddressedPages, type Address } from './find-address.ts'
import { formatPage } from './format-page.ts'
import { listFileUses, type FileUse } from './list-file-uses.ts'
import { listSiteLinks } from './list-links.ts'

/** An answer for people, and the same as data for tools. */
type Answer = { text: string; data: object; isFound: boolean }

/** Answers what is at an address of a site. */
export function answerWhere(site: ReportedSite, written: string): Answer {
  const address = findAddress(site.resolvedSite, site.publicFiles, written)
  switch (address.kind) {
    case 'page':
      return answerPage(site, address)
    case 'alias': {
      const { text, data } = answerPage(site, address)
      const redirect = `${address.from} redirects to ${address.route}.`
      return {
        text: `${redirect}\n\n${text}`,
        data: { redirect: address.from, ...data },
        isFound: true,
      }
    }
    case 'file':
      return answerFile(site, address)
    case 'unknown': {
      const hint = address.suggestion === undefined ? '' : ` Did you mean ${address.suggestion}?`
      return { text: `There is nothing at ${address.path}.${hint}`, data: address, isFound: false }
    }
    case 'foreign': {
      const { host, path, origin } = address
      const text = `${host} is another site than this one, ${origin}. Ask for ${path} to look here.`
      return { text, data: address, isFound: false }
    }
  }
}

function answerPage(
  { resolvedSite }: ReportedSite,
  { route, anchor }: { route: string; anchor?: string },
): Answer {
  const page = listAddressedPages(resolvedSite).find((each) => each.route === route)!
  const report = describePage(resolvedSite, page)
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

function answerFile(
  { resolvedSite }: ReportedSite,
  { path }: Extract<Address, { kind: 'file' }>,
): Answer {
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
