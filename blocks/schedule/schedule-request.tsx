import { useEffect, useRef } from 'react'
import type { ScheduleBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { Link } from '../shared/link.tsx'
import { mailLink } from '../shared/mail-link.ts'
import { notify } from '../shared/notifications.ts'
import { fillTemplate, isOver, smsLink, type Choice } from './compose-request.ts'

type Props = { block: ScheduleBlock; choice: Choice; date: Date }

/** What was chosen, in words, and the ways to send it. The visitor sends it; nothing goes by itself. */
export function ScheduleRequest({ block: { request, phone, email }, choice, date }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const day = date.toLocaleDateString(document.documentElement.lang, { weekday: 'long', month: 'long', day: 'numeric' })
  const message = fillTemplate(request.message, choice, day)
  const subject = fillTemplate(request.subject, choice, day)
  const copy = () =>
    navigator.clipboard.writeText(message).then(
      () => notify(request.copied),
      (error: unknown) => console.error('The request could not be copied.', error),
    )
  return (
    <div className="schedule-request">
      <h3 ref={heading} tabIndex={-1}>
        {request.heading}
      </h3>
      <p className="schedule-message">{message}</p>
      {isOver(choice, new Date()) && (
        <p className="schedule-over" role="alert">
          {request.over}
        </p>
      )}
      <div className="actions">
        <Link className="button primary" href={smsLink(phone?.href ?? '', message)}>
          <Icon name="phone" size={20} />
          <span>{request.sms}</span>
        </Link>
        <Link className="button secondary" href={mailLink(email?.href ?? 'mailto:', subject, message)}>
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
