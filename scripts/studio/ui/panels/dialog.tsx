import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'

type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A dialog above everything. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, children, className = '' }: DialogProps) {
  return (
    <ModalOverlay
      className="backdrop"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={`modal ${className}`}>
        <AriaDialog className="dialog">
          <div className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button className="icon-button" aria-label="Close" onPress={onClose}>
              <X size={16} aria-hidden />
            </Button>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
