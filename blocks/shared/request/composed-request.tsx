import { useEffect, useRef, type ReactNode } from 'react'
import type { ContactLink } from '../../../schema/page-data.ts'
import { Icon } from '../icon.tsx'
import { Link } from '../links/link.tsx'
import { createMailLink } from '../links/mail-link.ts'
import { createSmsLink } from '../links/sms-link.ts'
import { notify } from '../notification-store.ts'

type Props = {
  heading: string
  subject: string
  message: string
  phone?: ContactLink
  email?: ContactLink
  /** The labels of the buttons, and what is said after copying. */
  labels: { sms: string; email: string; call: string; copy: string; copied: string }
  /** Counts submissions: each one moves the focus to the heading. */
  attempt: number
  /** Whether calling is the main action, and not the text message. */
  callsFirst?: boolean
  /** A warning between the message and the buttons. */
  children?: ReactNode
}

/** A request, with links that send it. Only the visitor sends it, never this code. */
export function ComposedRequest({
  heading,
  subject,
  message,
  phone,
  email,
  labels,
  attempt,
  callsFirst = false,
  children,
}: Props) {
  const headingElement = useRef<HTMLHeadingElement>(null)
  const messageElement = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    headingElement.current?.focus({ preventScroll: true })
    // Focusing the heading alone would leave the buttons behind the phone bar.
    headingElement.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message)
      notify(labels.copied)
    } catch {
      // No clipboard access: select the text so that the visitor can copy it.
      getSelection()?.selectAllChildren(messageElement.current!)
    }
  }
  const callButton = phone && (
    <Link className={`button ${callsFirst ? 'primary' : 'secondary'}`} href={phone.href}>
      <Icon name="phone" size={20} />
      <span>{labels.call}</span>
    </Link>
  )
  return (
    <div className="composed-request">
      <h3 ref={headingElement} tabIndex={-1}>
        {heading}
      </h3>
      <p className="composed-message" ref={messageElement}>
        {message}
      </p>
      {children}
      <div className="actions">
        {callsFirst && callButton}
        {phone && (
          <Link
            className={`button ${callsFirst ? 'secondary' : 'primary'}`}
            href={createSmsLink(phone.href, message)}
          >
            <Icon name="message-circle" size={20} />
            <span>{labels.sms}</span>
          </Link>
        )}
        {email && (
          <Link
            className="button secondary"
            href={createMailLink(email.href, subject, message.replaceAll('\n', '\r\n'))}
          >
            <Icon name="mail" size={20} />
            <span>{labels.email}</span>
          </Link>
        )}
        {!callsFirst && callButton}
        <button className="button quiet" type="button" onClick={copy}>
          {labels.copy}
        </button>
      </div>
    </div>
  )
}
