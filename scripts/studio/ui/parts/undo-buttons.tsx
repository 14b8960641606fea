import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components'
import { redo, savedHint, undo } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

export function UndoButtons() {
  const store = useStore()
  const draft = useStudio((state) => state.draft)
  const hint = draft.undoesSaved ? `. ${savedHint}` : ''
  return (
    <div className="tools">
      <StepButton
        name="Undo"
        step={draft.undo && `${draft.undo}${hint}`}
        onPress={() => void undo(store)}
      >
        <Undo2 size={16} aria-hidden />
      </StepButton>
      <StepButton name="Redo" step={draft.redo} onPress={() => void redo(store)}>
        <Redo2 size={16} aria-hidden />
      </StepButton>
    </div>
  )
}

/** @property step undefined if there is nothing to do */
type StepButtonProps = {
  name: string
  step: string | undefined
  onPress: () => void
  children: ReactNode
}

/** The label says what the button would do. It keeps the focus when there is nothing to do. */
function StepButton({ name, step, onPress, children }: StepButtonProps) {
  const label = step === undefined ? name : `${name}: ${step}`
  return (
    <TooltipTrigger delay={300}>
      <Button
        className="icon-button"
        aria-label={label}
        aria-disabled={step === undefined || undefined}
        onPress={() => step !== undefined && onPress()}
      >
        {children}
      </Button>
      <Tooltip className="tooltip">
        {step === undefined ? `Nothing to ${name.toLowerCase()}` : label}
      </Tooltip>
    </TooltipTrigger>
  )
}
