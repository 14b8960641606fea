import { Bold, Heading, Italic, Link2, List } from 'lucide-react'
import type { Format } from '../form/text-surface.ts'
import { IconButton } from './icon-button.tsx'

const tools: { format: Format; name: string; Icon: typeof Bold }[] = [
  { format: 'bold', name: 'Bold (Ctrl+B)', Icon: Bold },
  { format: 'italic', name: 'Italic (Ctrl+I)', Icon: Italic },
  { format: 'formatBlock', name: 'Heading', Icon: Heading },
  { format: 'insertUnorderedList', name: 'List', Icon: List },
]

type FormatToolsProps = {
  formats: Format[]
  onFormat: (format: Format) => void
  onLink: () => void
}

/** The tools for words of a text, in the page and in a form. */
export function FormatTools({ formats, onFormat, onLink }: FormatToolsProps) {
  return (
    <>
      {tools
        .filter(({ format }) => formats.includes(format))
        .map(({ format, name, Icon }) => (
          <IconButton key={name} label={name} Icon={Icon} onPress={() => onFormat(format)} />
        ))}
      <IconButton label="Link (Ctrl+K)" Icon={Link2} onPress={onLink} />
    </>
  )
}
