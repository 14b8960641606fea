import {
  CalendarDays,
  Keyboard,
  Moon,
  PanelLeft,
  PanelRight,
  Save,
  Smartphone,
  Sun,
  Tablet,
  Monitor,
} from 'lucide-react'
import {
  Button,
  Dialog,
  DialogTrigger,
  Popover,
  ToggleButton,
  ToggleButtonGroup,
} from 'react-aria-components'
import type { ReactNode } from 'react'
import type { ColorScheme } from '../../../../renderer/example-frame.ts'
import type { WindowEdit } from '../../../edit/draft/draft-state.ts'
import type { PreviewWidth } from '../preview/preview.tsx'
import { UndoButtons } from '../parts/undo-buttons.tsx'
import { formatCount } from '../../../../schema/util/format-first-items.ts'
import { listOthers, nameOthers, useStore, useStudio } from '../state/use-studio.ts'

export type View = {
  width: PreviewWidth
  scheme: ColorScheme
  left: boolean
  right: boolean
  bottom: boolean
}

type TopBarProps = {
  view: View
  isPageHidden: boolean
  onChange: (changes: Partial<View>) => void
}

const widthTools = [
  { id: 'phone', label: 'Phone, 360 pixels', Icon: Smartphone },
  { id: 'tablet', label: 'Tablet, 768 pixels', Icon: Tablet },
  { id: 'wide', label: 'Desktop, 1280 pixels', Icon: Monitor },
] as const

export function TopBar({ view, isPageHidden, onChange }: TopBarProps) {
  const store = useStore()
  const siteName = useStudio((state) => state.session.siteName)
  const open = useStudio((state) => state.open)
  const draft = useStudio((state) => state.draft)
  const { files, steps } = draft
  const others = listOthers(draft)
  return (
    <header className="top-bar">
      <PanelToggle
        label="Pages and outline"
        isSelected={view.left}
        onChange={(left) => onChange({ left })}
      >
        <PanelLeft size={16} aria-hidden />
      </PanelToggle>
      <h1>
        {siteName} <span className="muted">{open?.route}</span>
      </h1>
      <UndoButtons />
      <div className="tools view-tools">
        <ToggleButtonGroup
          className="segments"
          aria-label="Width of the preview"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[view.width]}
          onSelectionChange={([width]) => width && onChange({ width: width as PreviewWidth })}
        >
          {widthTools.map(({ id, label, Icon }) => (
            <ToggleButton key={id} id={id} className="segment" aria-label={label}>
              <Icon size={16} aria-hidden />
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButton
          className="icon-button"
          aria-label="Dark preview"
          isSelected={view.scheme === 'dark'}
          onChange={(isDark) => onChange({ scheme: isDark ? 'dark' : 'light' })}
        >
          {view.scheme === 'dark' ? <Moon size={16} aria-hidden /> : <Sun size={16} aria-hidden />}
        </ToggleButton>
        <DayChoice />
        <Button
          className="icon-button"
          aria-label="Keyboard"
          onPress={() => store.openDialog({ name: 'keys' })}
        >
          <Keyboard size={16} aria-hidden />
        </Button>
      </div>
      {others.length > 0 && (
        <p role="status" className="muted" title={others.map(describeEdit).join(', ')}>
          {nameOthers(others)}, too
        </p>
      )}
      <Button
        className="button primary"
        onPress={() => store.openDialog({ name: 'save' })}
        isDisabled={files.length === 0}
      >
        <Save size={16} aria-hidden /> Save
        {files.length > 0 && (
          <span className="save-count">
            <span aria-hidden="true">{steps.length}</span>
            <span className="visually-hidden">{formatCount(steps.length, 'change')}</span>
          </span>
        )}
      </Button>
      <Button className="button" onPress={() => store.openDialog({ name: 'publish' })}>
        Publish…
      </Button>
      <PanelToggle
        label={isPageHidden ? 'Page' : 'Form'}
        isSelected={view.right && !isPageHidden}
        onChange={() => onChange({ right: !view.right })}
      >
        {isPageHidden ? <Smartphone size={16} aria-hidden /> : <PanelRight size={16} aria-hidden />}
      </PanelToggle>
    </header>
  )
}

/** Shows the site as it will be on another day: what begins and ends then, and its problems. */
function DayChoice() {
  const store = useStore()
  const day = useStudio((state) => state.session.day)
  return (
    <DialogTrigger>
      <Button
        className={day === undefined ? 'icon-button' : 'button day-choice'}
        aria-label={day === undefined ? 'Another day' : `As of ${day}`}
      >
        <CalendarDays size={16} aria-hidden /> {day}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className="day-form" aria-label="Another day">
          {({ close }) => (
            <>
              <label>
                Show the site as of
                <input
                  type="date"
                  defaultValue={day}
                  onChange={({ target }) => target.value && void store.showDay(target.value)}
                />
              </label>
              <p className="help">
                What begins or ends by then is shown so. What you edit is saved as always.
              </p>
              <Button
                className="button"
                isDisabled={day === undefined}
                onPress={() => {
                  void store.showDay()
                  close()
                }}
              >
                Back to today
              </Button>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

const describeEdit = ({ label, person }: WindowEdit) =>
  person === undefined ? label : `${person}: ${label}`

type PanelToggleProps = {
  label: string
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  children: ReactNode
}

function PanelToggle({ label, isSelected, onChange, children }: PanelToggleProps) {
  return (
    <ToggleButton
      className="icon-button"
      aria-label={label}
      isSelected={isSelected}
      onChange={onChange}
    >
      {children}
      <span className="caption" aria-hidden="true">
        {label.split(' ')[0]}
      </span>
    </ToggleButton>
  )
}
