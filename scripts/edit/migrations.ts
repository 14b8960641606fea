import type { JsonValue, StructureEdit, Edit } from './yaml-operations.ts'
import type { Path } from '../../schema/problems/location.ts'
import { asRecord, isRecord } from '../../schema/util/records.ts'

/** What brings the files of a site from one version of the spec language to the next. */
export type Migration = {
  to: number
  /** What an author must know, as in CHANGELOG.md. */
  summary: string
  /**
   * Plans the edits of one file. They are applied one after the other: each path refers to the
   * file after those before it.
   * @param value of the file
   */
  plan(value: unknown): Edit[]
}

/** In the order of the versions. A site may be written in any of them. */
export const migrations: Migration[] = [
  {
    to: 2,
    summary: 'site.measuring is called site.analytics.',
    plan: (value) =>
      'measuring' in asRecord(asRecord(value).site)
        ? [{ kind: 'rename-key', path: ['site', 'measuring'], name: 'analytics' }]
        : [],
  },
  {
    to: 3,
    summary: 'A link-list with groups is a block of its own, link-groups.',
    plan: (value) =>
      listBlocks(value)
        .filter(({ block }) => block.type === 'link-list' && 'groups' in block)
        // From the end, so that a new block does not move those that follow.
        .reverse()
        .flatMap(splitLinkList),
  },
  {
    to: 4,
    summary: 'site.allowOrigins names origins by what they may load.',
    plan: (value) => {
      const { allowOrigins } = asRecord(asRecord(value).site)
      if (!Array.isArray(allowOrigins)) return []
      const origins = allowOrigins as JsonValue
      const all = { frames: origins, pictures: origins, scripts: origins }
      return [{ kind: 'set', path: ['site', 'allowOrigins'], value: all }]
    },
  },
  {
    to: 5,
    summary:
      'The block estimator is called quote, and adds up site.tariff. Move its groups there: see docs/authoring/tariff.md.',
    // Its groups stay until the author has moved them: the check points to them.
    plan: (value) =>
      listBlocks(value)
        .filter(({ block }) => block.type === 'estimator')
        .map(({ path }) => ({ kind: 'set', path: [...path, 'type'], value: 'quote' })),
  },
  {
    to: 6,
    summary: 'site.theme.heading is called fonts, and has more values.',
    plan: (value) =>
      'heading' in asRecord(asRecord(asRecord(value).site).theme)
        ? [{ kind: 'rename-key', path: ['site', 'theme', 'heading'], name: 'fonts' }]
        : [],
  },
  {
    to: 7,
    summary: 'site.similarity is gone. Pages are compared at 60 % for every site.',
    plan: removeProperty(['site', 'similarity']),
  },
  {
    to: 7,
    summary:
      'site.outputs is gone, and with it the pages as Markdown and the list /llms.txt. A file llms.txt in public/ is published.',
    plan: removeProperty(['site', 'outputs']),
  },
  {
    to: 7,
    summary:
      'site.form.honeypot is gone. The field for robots is called website, _gotcha with Formspree and bot-field with Netlify: if your service expects another name, change it there.',
    plan: removeProperty(['site', 'form', 'honeypot']),
  },
  {
    to: 7,
    summary:
      'A build no longer writes files for s3 and azure. See "Other hosts" in docs/publishing.md.',
    plan: (value) => {
      const { hosts } = asRecord(asRecord(value).site)
      if (!Array.isArray(hosts)) return []
      const kept = hosts.filter((host) => host !== 's3' && host !== 'azure')
      if (kept.length === hosts.length) return []
      return [
        kept.length === 0
          ? { kind: 'remove', path: ['site', 'hosts'] }
          : { kind: 'set', path: ['site', 'hosts'], value: kept },
      ]
    },
  },
]

/** Plans to remove a property, if a file has it. */
function removeProperty(path: string[]): Migration['plan'] {
  return (value) => {
    const parent = path.slice(0, -1).reduce((each, name) => asRecord(asRecord(each)[name]), value)
    return path.at(-1)! in asRecord(parent) ? [{ kind: 'remove', path }] : []
  }
}

type PlacedBlock = { path: Path; block: Record<string, unknown> }

/** Lists the blocks of a file: of its pages, of templates and overrides, of the settings. */
function listBlocks(value: unknown, path: Path = []): PlacedBlock[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => listBlocks(item, [...path, index]))
  if (!isRecord(value)) return []
  const isBlock = path.at(-2) === 'blocks' && typeof value.type === 'string'
  const inner = Object.entries(value).flatMap(([key, each]) => listBlocks(each, [...path, key]))
  return isBlock ? [{ path, block: value }, ...inner] : inner
}

/** The groups stay where they are, with their comments. Links in front of them get a block. */
function splitLinkList({ path, block }: PlacedBlock): Edit[] {
  const becomesGroups: StructureEdit = {
    kind: 'set',
    path: [...path, 'type'],
    value: 'link-groups',
  }
  if (!('links' in block)) return [becomesGroups]
  const { groups: _, ...list } = block
  const moved = Object.keys(list).filter((name) => name !== 'type')
  return [
    becomesGroups,
    ...moved.map((name): StructureEdit => ({ kind: 'remove', path: [...path, name] })),
    { kind: 'insert', path, value: list as JsonValue },
  ]
}
