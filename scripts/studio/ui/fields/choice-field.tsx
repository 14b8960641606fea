import { ChevronDown } from 'lucide-react'
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'
import { toWords } from '../form/names.ts'
import { useStore } from '../state/use-studio.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'

/** One of a few words, each shown with its meaning. */
export function ChoiceField(props: FieldProps<'choice'>) {
  const { path, value, shape } = props
  const store = useStore()
  const current = String(value ?? shape.fallback ?? '')
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Select
          aria-labelledby={ids['aria-labelledby']}
          aria-describedby={ids['aria-describedby']}
          className="select"
          selectedKey={current}
          onSelectionChange={(key) => store.setValue(path, key)}
        >
          <Button id={ids.id} className="select-button">
            <SelectValue>
              {({ selectedText }) =>
                selectedText ?? (current === '' ? 'Choose…' : `${current} (not a choice)`)
              }
            </SelectValue>
            <ChevronDown size={14} aria-hidden />
          </Button>
          <Popover className="popover">
            <ListBox
              className="list-box"
              items={shape.options.map((each) => ({ id: each.value, ...each }))}
            >
              {(option) => (
                <ListBoxItem id={option.id} textValue={toWords(option.id)} className="list-item">
                  <Text slot="label">{toWords(option.id)}</Text>
                  {option.description && <Text slot="description">{option.description}</Text>}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </Select>
      )}
    </FieldFrame>
  )
}
