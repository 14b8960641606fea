import { TextDocument } from 'vscode-languageserver-textdocument'
import { getLanguageService, type CompletionItem } from 'yaml-language-server'
import type { EditorSchema } from '../../schema/editor/types.ts'

/** A document in which | marks the position of the cursor. */
type MarkedText = string

const schemaUri = 'file:///site/.signpost/editor.json'

/** The language server of editors, in this process, with one schema for all documents. */
export function startLanguageService(schema: EditorSchema) {
  const service = getLanguageService({
    schemaRequestService: async () => JSON.stringify(schema),
    workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
    clientCapabilities: {
      textDocument: { completion: { completionItem: { documentationFormat: ['markdown'] } } },
    },
  })
  service.configure({
    validate: true,
    hover: true,
    completion: true,
    hoverSchemaSource: false,
    schemas: [{ uri: schemaUri, fileMatch: ['*'] }],
  })
  let version = 0
  const open = (text: string) =>
    TextDocument.create('file:///site/pages/page.yaml', 'yaml', ++version, text)
  return {
    open,
    /** The completion items at the cursor. */
    complete: async (marked: MarkedText): Promise<CompletionItem[]> => {
      const { document, position } = place(open, marked)
      return (await service.doComplete(document, position, false)).items
    },
    /** What the editor shows for the character at an offset, in Markdown. */
    hover: async (document: TextDocument, offset: number): Promise<string> => {
      const hover = await service.doHover(document, document.positionAt(offset))
      return hover ? (hover.contents as { value: string }).value : ''
    },
    /** The messages about a document, with their lines from 1. */
    validate: async (text: string) =>
      (await service.doValidation(open(text), false)).map(({ message, range }) => ({
        message,
        line: range.start.line + 1,
      })),
  }
}

function place(open: (text: string) => TextDocument, marked: MarkedText) {
  const offset = marked.indexOf('|')
  const document = open(marked.slice(0, offset) + marked.slice(offset + 1))
  return { document, position: document.positionAt(offset) }
}
