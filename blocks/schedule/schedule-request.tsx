import { useEffect, useRef } from 'react'
import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { Link } from '../shared/links/link.tsx'
import { createMailLink } from '../shared/links/mail-link.ts'
import { notify } from '../shared/notification-store.ts'
import {
  fillRequestTemplate,
  isTimePast,
  createSmsLink,
  type ScheduleChoice,
} from './compose-request.ts'
import { readClock } from './fill-in-dates.ts'

/** `attempt` counts submissions: each one moves the focus to the heading. */
type Props = { block: ScheduleBlock; choice: ScheduleChoice; date: Date; attempt: number }

/** The composed request, with links that send it. Only the visitor sends it, never this code. */
export function ScheduleRequest({
  block: { request, phone, email, timeZone },
  choice,
  date,
  attempt,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const messageElement = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // Focusing the heading alone would leave the buttons behind the phone bar.
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  const day = date.toLocaleDateString(document.documentElement.lang, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
  const message = fillRequestTemplate(request.message, choice, day)
  const subject = fillRequestTemplate(request.subject, choice, day)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message)
      notify(request.copied)
    } catch {
      // No clipboard access: select the text so that the visitor can copy it.
      getSelection()?.selectAllChildren(messageElement.current!)
    }
  }
  return (
    <div className="schedule-request">
      <h3 ref={heading} tabIndex={-1}>
        {request.heading}
      </h3>
      <p className="schedule-message" ref={messageElement}>
        {message}
      </p>
      {isTimePast(choice, readClock(timeZone)) && (
        <p className="schedule-over" role="alert">
          {request.over}
        </p>
      )}
      <div className="actions">
        <Link className="button primary" href={createSmsLink(phone?.href ?? '', message)}>
          <Icon name="phone" size={20} />
          <span>{request.sms}</span>
        </Link>
        <Link
          className="button secondary"
          href={createMailLink(email?.href ?? 'mailto:', subject, message)}
        >
          <Icon name="mail" size={20} />
          <span>{request.email}</span>
        </Link>
        <Link className="button secondary" href={phone?.href}>
          <Icon name="phone" size={20} />
          <span>{request.call}</span>
        </Link>
        <button className="button quiet" type="button" onClick={copy}>
          {request.copy}
        </button>
      </div>
    </div>
  )
}
