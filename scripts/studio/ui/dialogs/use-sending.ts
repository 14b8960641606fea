import { useState } from 'react'
import { useCloseDialog } from './dialog.tsx'

/**
 * Sends what is in a form.
 * @param onDone by default, closes the dialog
 * @property send returns why it was refused, if it was
 * @property reason why it cannot be sent, or was refused
 */
export function useSending(onDone?: () => void) {
  const close = useCloseDialog()
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const send = async (act: () => Promise<void>): Promise<string | undefined> => {
    setBusy(true)
    const refused = await act().then(
      () => undefined,
      (error: Error) => error.message,
    )
    setBusy(false)
    setReason(refused)
    if (refused === undefined) (onDone ?? close)()
    return refused
  }
  return { isBusy, reason, setReason, send }
}
