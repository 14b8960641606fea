import { useState } from 'react'

/**
 * Sends what is in a form, and closes it then.
 * @property send says why it was refused, if it was
 * @property reason why it cannot be sent, or was refused
 */
export function useSending(onClose: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string>()
  const send = async (act: () => Promise<void>) => {
    setBusy(true)
    const refused = await act().then(
      () => undefined,
      (error: Error) => error.message,
    )
    setBusy(false)
    setReason(refused)
    if (refused === undefined) onClose()
  }
  return { isBusy, reason, setReason, send }
}
