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
import { useStore } from '../state/use-studio.ts'

type DialogProps = {
  title: string
  onClose: () => void
  children: ReactNode
  className?: string | undefined
}

/**
 * A dialog above everything. Escape closes it, and the focus returns to where it was. A click outside
 * closes it, too, unless it would lose what was written or chosen in a form.
 */
export function Dialog({ title, onClose, children, className = '' }: DialogProps) {
  const [isWritten, setWritten] = useState(false)
  const note = ({ target }: FormEvent) => {
    if ((target as Element).closest('form, .fields')) setWritten(true)
  }
  return (
    <ModalOverlay
      className="backdrop"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
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

type DialogButtonProps = { title: string; label: ReactNode; Icon: LucideIcon; children: ReactNode }

/** A button that opens a form. */
export function DialogButton({ label, Icon, title, children }: DialogButtonProps) {
  const store = useStore()
  const open = () => store.openDialog({ name: 'form', title, content: children })
  return (
    <Button className="small-button" onPress={open}>
      <Icon size={14} aria-hidden /> {label}
    </Button>
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
