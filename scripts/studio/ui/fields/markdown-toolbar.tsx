import { Bold, Italic, Link2, List } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, Toolbar } from 'react-aria-components'
import { insertLink, toggleList, toggleMarks, type SelectedText } from '../form/markdown-edits.ts'

type MarkdownToolbarProps = {
  area: RefObject<HTMLTextAreaElement | null>
  /** The label of the field. */
  label: string
  onWrite: (text: string) => void
}

const tools = [
  { name: 'Bold', Icon: Bold, edit: (text: SelectedText) => toggleMarks(text, '**') },
  { name: 'Italic', Icon: Italic, edit: (text: SelectedText) => toggleMarks(text, '*') },
  { name: 'Link', Icon: Link2, edit: insertLink },
  { name: 'List', Icon: List, edit: toggleList },
]

/** Writes the safe Markdown that texts may contain. */
export function MarkdownToolbar({ area, label, onWrite }: MarkdownToolbarProps) {
  const apply = (edit: (text: SelectedText) => SelectedText) => {
    const element = area.current
    if (!element) return
    const { value: text, selectionStart: start, selectionEnd: end } = element
    const edited = edit({ text, start, end })
    onWrite(edited.text)
    element.focus()
    requestAnimationFrame(() => element.setSelectionRange(edited.start, edited.end))
  }
  return (
    <Toolbar className="toolbar" aria-label={`Format ${label}`}>
      {tools.map(({ name, Icon, edit }) => (
        <Button
          key={name}
          className="icon-button quiet"
          aria-label={name}
          onPress={() => apply(edit)}
        >
          <Icon size={14} aria-hidden />
        </Button>
      ))}
    </Toolbar>
  )
}
