import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components'
import { toKey } from '../form/values.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import type { StudioState } from '../state/studio-state.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'
import { UploadButton } from './upload-button.tsx'

type Suggestion = { id: string; label: string; text: string }

const maxShown = 60

/** A link, the name of a fact or a picture: the site's own are offered. */
export function SuggestField(props: FieldProps<'text'>) {
  const { path, value, shape } = props
  const store = useStore()
  const state = useStudio((each) => each)
  const text = String(value ?? '')
  const all = listSuggestions(state, shape.format)
  const chosen = all.find(({ id }) => id === text)
  // Before anything is typed, everything is offered, not just what contains the current value.
  const query = chosen ? '' : text.toLowerCase()
  const shown = all
    .filter((each) => `${each.id} ${each.label} ${each.text}`.toLowerCase().includes(query))
    .slice(0, maxShown)
  return (
    <FieldFrame
      {...props}
      // The list of pictures opens below the field.
      aside={shape.format === 'picture' && <UploadButton {...props} />}
    >
      {(ids) => (
        <ComboBox
          aria-labelledby={ids['aria-labelledby']}
          aria-describedby={ids['aria-describedby']}
          className="combo-box"
          allowsCustomValue
          allowsEmptyCollection={all.length > 0}
          menuTrigger="focus"
          inputValue={text}
          selectedKey={chosen?.id ?? null}
          items={shown}
          onInputChange={(next) => next !== text && store.setValue(path, next, toKey(path))}
          onSelectionChange={(key) => key !== null && store.setValue(path, key)}
        >
          <div className="combo-control">
            {shape.format === 'picture' && text.startsWith('/') && (
              <img className="thumbnail" src={text} alt="" />
            )}
            <Input id={ids.id} aria-invalid={ids['aria-invalid']} />
            <Button className="icon-button quiet" aria-label={`Show choices for ${props.label}`}>
              <ChevronDown size={14} aria-hidden />
            </Button>
          </div>
          {chosen && chosen.label !== chosen.id && <p className="chosen">{chosen.label}</p>}
          <Popover className="popover">
            <ListBox<Suggestion>
              className="list-box"
              renderEmptyState={() => <p className="help">Nothing of the site is called this.</p>}
            >
              {(item): ReactNode => (
                <ListBoxItem id={item.id} textValue={item.id} className="list-item">
                  <Text slot="label">{item.label}</Text>
                  <Text slot="description">{item.text}</Text>
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </ComboBox>
      )}
    </FieldFrame>
  )
}

function listSuggestions({ choices, facts }: StudioState, format: string): Suggestion[] {
  if (format === 'fact')
    return facts.flatMap(({ name, text, label, readings }) => [
      { id: name, label: `${text} · ${label}`, text: name },
      ...(readings.length > 1
        ? readings.map((reading) => ({
            id: `${name}.${reading.name}`,
            label: `${reading.text} · ${label}, ${reading.name}`,
            text: `${name}.${reading.name}`,
          }))
        : []),
    ])
  if (format === 'picture') return choices.pictures.map((id) => ({ id, label: id, text: '' }))
  const links = choices.links.map(({ href, label }) => ({ id: href, label, text: href }))
  const files = choices.files.map((id) => ({ id, label: id, text: 'A file of the site' }))
  return [...links, ...contacts, ...files]
}

const contacts: Suggestion[] = [
  { id: 'tel:', label: 'Call the site’s phone', text: 'tel:' },
  { id: 'sms:', label: 'Text the site’s phone', text: 'sms:' },
  { id: 'mailto:', label: 'Write to the site’s email', text: 'mailto:' },
]
