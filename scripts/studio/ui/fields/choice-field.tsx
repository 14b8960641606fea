import { ChevronDown } from 'lucide-react'
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Autocomplete,
  Dialog,
  DialogTrigger,
} from 'react-aria-components'
import { hasWordsOf } from '../../../../blocks/shared/text/match-words.ts'
import { SearchBox } from '../parts/search-box.tsx'
import { useEdits, FieldFrame, type FieldProps } from './field-frame.tsx'
import { Icon } from '../../../../blocks/shared/icon.tsx'
import type { IconName } from '../../../../schema/types.gen.ts'

/** One of a few words, each shown with its meaning. */
export function ChoiceField(props: FieldProps<'choice'>) {
  const { path, value, shape } = props
  const edits = useEdits()
  const current = String(value ?? shape.fallback ?? '')
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Select
          aria-labelledby={ids['aria-labelledby']}
          aria-describedby={ids['aria-describedby']}
          className="select"
          selectedKey={current}
          onSelectionChange={(key) => edits.setValue(path, key)}
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
            <ListBox className="list-box" items={shape.options}>
              {({ value: id, label, description }) => (
                <ListBoxItem id={id} textValue={label} className="list-item">
                  <span slot="label">{label}</span>
                  {description && <span slot="description">{description}</span>}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </Select>
      )}
    </FieldFrame>
  )
}

/** An icon, chosen from pictures. */
export function IconField(props: FieldProps<'choice'>) {
  const { path, value, shape, label } = props
  const edits = useEdits()
  const name = String(value ?? '')
  const isKnown = shape.options.some((option) => option.value === name)
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <DialogTrigger>
          <Button
            id={ids.id}
            className="select-button"
            aria-label={`${label}: ${name || 'none'}`}
            aria-describedby={ids['aria-describedby']}
          >
            {isKnown && <Icon name={name as IconName} size={18} />}
            <span>{name || 'Choose…'}</span>
          </Button>
          <Popover className="popover icons" placement="bottom start">
            <Dialog aria-label={`Choose an icon for ${label}`}>
              {({ close }) => (
                <Autocomplete filter={hasWordsOf}>
                  <SearchBox label="Search icons" autoFocus />
                  <ListBox
                    aria-label="Icons"
                    layout="grid"
                    className="icon-grid"
                    selectionMode="single"
                    selectedKeys={isKnown ? [name] : []}
                    items={shape.options}
                    disallowEmptySelection
                    onSelectionChange={(keys) => {
                      if (keys !== 'all') edits.setValue(path, String([...keys][0]))
                      close()
                    }}
                    renderEmptyState={() => <p className="help">No matching icons.</p>}
                  >
                    {({ value: id }) => (
                      <ListBoxItem id={id} textValue={id} aria-label={id} className="icon-choice">
                        <Icon name={id as IconName} size={20} />
                      </ListBoxItem>
                    )}
                  </ListBox>
                </Autocomplete>
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
    </FieldFrame>
  )
}
