import {
  Autocomplete,
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { Icon } from '../../../../blocks/shared/icon.tsx'
import type { IconName } from '../../../../schema/types.gen.ts'
import { useStore } from '../state/use-studio.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldProps } from './field-props.ts'

/** An icon, chosen from pictures. */
export function IconField(props: FieldProps<'choice'>) {
  const { path, value, shape, label } = props
  const store = useStore()
  const { contains } = useFilter({ sensitivity: 'base' })
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
                <Autocomplete filter={contains}>
                  <SearchField aria-label="Search icons" autoFocus className="search">
                    <Input placeholder="Search icons" />
                  </SearchField>
                  <ListBox
                    aria-label="Icons"
                    layout="grid"
                    className="icon-grid"
                    selectionMode="single"
                    selectedKeys={isKnown ? [name] : []}
                    items={shape.options.map((option) => ({ id: option.value }))}
                    disallowEmptySelection
                    onSelectionChange={(keys) => {
                      if (keys !== 'all') store.setValue(path, String([...keys][0]))
                      close()
                    }}
                    renderEmptyState={() => <p className="help">No matching icons.</p>}
                  >
                    {({ id }) => (
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
