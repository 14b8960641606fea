import { Parser } from 'htmlparser2'
import { listTokens } from './wrap-texts.ts'

/** An element of a block. @property ids of the values that its own text or attributes show */
export type MarkedElement = { tag: string; ids: Set<number>; children: MarkedElement[] }

/** Reads the elements of HTML, with the values that each shows. */
export function findElements(html: string): MarkedElement[] {
  const root: MarkedElement = { tag: '', ids: new Set(), children: [] }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const ids = new Set(Object.values(attributes).flatMap(listTokens))
        const element: MarkedElement = { tag, ids, children: [] }
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(text) {
        for (const id of listTokens(text)) open.at(-1)!.ids.add(id)
      },
      onclosetag() {
        open.pop()
      },
    },
    { lowerCaseTags: false, decodeEntities: false },
  )
  parser.end(html)
  return root.children
}

/** All values that an element and its children show. */
export function listShown({ ids, children }: MarkedElement): Set<number> {
  return new Set([...ids, ...children.flatMap((child) => [...listShown(child)])])
}
