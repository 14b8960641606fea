/** Converts pictures and films. What has no file on the new site becomes a text. */
import type { Paragraph } from 'mdast'
import type { ContentRules, Piece } from './content.ts'
import {
  findAll,
  findAround,
  isElement,
  isPicturePath,
  listSources,
  nameTarget,
  type HtmlElement,
} from './dom.ts'

/**
 * @property files the same picture in several sizes, not all of which may be there
 * @property large the file that it leads to, which is one of them
 */
export type OldPicture = { files: string[]; alt: string; large?: string }

/** Pictures that only make space, or count visits, are none. */
export function readPicture(image: HtmlElement): OldPicture | undefined {
  const { attribs, parent } = image
  const isGroup = parent && isElement(parent, 'picture')
  const others = isGroup ? findAll(parent.children, 'source') : []
  const href = findAround(image, 'a')?.attribs.href
  const large = isPicturePath(href) ? href!.trim() : undefined
  const copies = [...listSources(image), ...[image, ...others].flatMap(listCopies)]
  const files = large === undefined ? copies : [large, ...copies]
  const [width, height] = [attribs.width, attribs.height].map((size) =>
    Number.parseInt(size ?? '', 10),
  )
  if (files.length === 0 || width! < 3 || height! < 3) return undefined
  return { files, alt: (attribs.alt ?? '').replaceAll(/\s+/g, ' ').trim(), large }
}

/** The copies of a picture in other sizes, the largest first. */
export const listCopies = ({ attribs }: HtmlElement): string[] =>
  Object.entries(attribs)
    .filter(([name]) => name.endsWith('srcset'))
    .flatMap(([, copies]) => copies.split(/,\s+/))
    .map((copy) => copy.trim().split(/\s+/))
    .sort(([, one], [, other]) => Number.parseFloat(other ?? '1') - Number.parseFloat(one ?? '1'))
    .map(([file = '']) => file)

/** A picture without a description is marked, because nobody can invent one. */
export function convertPicture(
  { files, alt, large }: OldPicture,
  rules: ContentRules,
  caption = '',
): Piece[] {
  const src = rules.picture(files, alt)
  if (src === undefined) {
    const target = large === undefined ? undefined : rules.link(large)
    return [
      ...(target === undefined ? [] : [toParagraph(alt || nameTarget(large!), target)]),
      ...(caption === '' ? [] : [toParagraph(rules.plainText(caption))]),
    ]
  }
  if (alt === '')
    rules.note(
      'picture',
      `${src} has no description. Write alt: and delete decorative: true, unless it only decorates.`,
    )
  const picture = { src, alt: rules.text(alt), decorative: alt === '' || undefined }
  return [{ block: { type: 'picture', picture, caption: rules.text(caption) || undefined } }]
}

export function convertFilm(
  film: string,
  { title = '', poster }: HtmlElement['attribs'],
  rules: ContentRules,
): Piece {
  const address = rules.link(film)
  const picture = poster ? rules.picture([poster], '') : undefined
  const name = title.trim() || nameTarget(address ?? film)
  if (address !== undefined && picture !== undefined)
    return { block: { type: 'video', film: address, title: rules.text(name), poster: picture } }
  rules.note(
    'changed',
    `The film ${film} is a link now. For a block of type video, it needs a picture that is shown until it plays.`,
  )
  return toParagraph(rules.plainText(name), address)
}

function toParagraph(value: string, url?: string): Piece {
  const text = { type: 'text' as const, value }
  const children: Paragraph['children'] =
    url === undefined ? [text] : [{ type: 'link', url, children: [text] }]
  return { node: { type: 'paragraph', children } }
}
