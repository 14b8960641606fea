import { type LucideIcon, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useContext, useState } from 'react'
import {
  Button,
  Dialog as AriaDialog,
  Heading,
  Modal,
  ModalOverlay,
  OverlayTriggerStateContext,
} from 'react-aria-components'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  className?: string
}

/**
 * A dialog above everything. Escape closes it, and the focus returns to where it was. A click outside
 * closes it, too, unless it would lose what was written or chosen in a form.
 */
export function Dialog({ title, isOpen, onClose, children, className = '' }: DialogProps) {
  const [isWritten, setWritten] = useState(false)
  const note = ({ currentTarget, target }: FormEvent) => {
    const form = (target as Element).closest('form, .fields')
    // What is written in a dialog above it comes here, too.
    if (form && currentTarget.contains(form)) setWritten(true)
  }
  return (
    <ModalOverlay
      className="backdrop"
      isOpen={isOpen}
      onOpenChange={(open) => {
        setWritten(false)
        if (!open) onClose()
      }}
      isDismissable={!isWritten}
    >
      <Modal className={`modal ${className}`}>
        <AriaDialog className="dialog">
          <div className="dialog-parts" onInput={note}>
            <div className="dialog-head">
              <Heading slot="title">{title}</Heading>
            </div>
            {children}
            {/* Tab leads to what the dialog is about first. */}
            <Button className="icon-button dialog-close" aria-label="Close" slot="close">
              <X size={16} aria-hidden />
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Closes the dialog around a component, if there is one. */
export function useCloseDialog(): () => void {
  const state = useContext(OverlayTriggerStateContext)
  return () => state?.close()
}

type DialogButtonProps = Pick<DialogProps, 'title' | 'children'> & {
  label: ReactNode
  Icon: LucideIcon
}

/** A button that opens a dialog of its own. */
export function DialogButton({ label, Icon, title, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="small-button" onPress={() => setOpen(true)}>
        <Icon size={14} aria-hidden /> {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  )
}

type DialogActionsProps = {
  closeLabel?: string
  /** What the dialog does. Without it, it can only be closed. */
  children?: ReactNode
  isDisabled?: boolean
  /** Whether the action is running. The button keeps the focus meanwhile. */
  isBusy?: boolean
  /** Whether the action removes something. */
  isDanger?: boolean
  /** What the button does. Undefined inside a form, where the button submits the form. */
  onAct?: () => void
}

/**
 * The buttons of a dialog: first the one that closes it without a change, then the one that acts.
 */
export function DialogActions(props: DialogActionsProps) {
  const { closeLabel = 'Cancel', children, isDisabled, isBusy, isDanger, onAct } = props
  return (
    <div className="dialog-actions">
      <Button className="button" slot="close">
        {closeLabel}
      </Button>
      {children && (
        <Button
          className={isDanger ? 'button primary danger' : 'button primary'}
          type={onAct ? 'button' : 'submit'}
          isDisabled={isDisabled}
          isPending={isBusy}
          onPress={onAct}
        >
          {isBusy ? 'One moment…' : children}
        </Button>
      )}
    </div>
  )
}
