import { useLayoutEffect, useRef, useState } from 'react'
import type { BookingWidgetBlock } from '../../schema/types.gen.ts'
import { loadCampaign } from '../shared/visit/campaign.ts'
import { Icon } from '../shared/icon.tsx'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'
import { mountWidget } from './mount-widget.ts'

type WidgetState = 'waiting' | 'ready' | 'failed'

/**
 * A third-party booking widget. Phone and email links take its place until it shows something. They
 * stay if it never does: if no script is configured, JavaScript is off, or the script fails or is
 * too slow.
 */
export function BookingWidget(block: BookingWidgetBlock) {
  const { heading, lead, service, script, phone, email, contact, loading, failed } = block
  const host = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<WidgetState>('waiting')
  // A layout effect, so that its cleanup runs before React updates the head on navigation: the
  // widget's observer must not take those updates for the widget's own.
  useLayoutEffect(() => {
    if (script === undefined) return
    setState('waiting')
    const parameters = {
      serviceType: service,
      ...Object.fromEntries(new URLSearchParams(loadCampaign())),
    }
    const unmount = mountWidget({
      host: host.current!,
      script,
      parameters,
      onReady: () => setState('ready'),
      onFail: (reason) => {
        console.error(`The booking widget ${reason}.`)
        setState('failed')
        unmount()
      },
    })
    return unmount
  }, [script, service])
  return (
    <Section block={block} heading={heading} lead={lead}>
      <div className="booking-frame" data-state={script === undefined ? undefined : state}>
        <div className="card booking-contact">
          {script !== undefined && (
            <p className="booking-state" role="status">
              {state === 'failed' ? failed : loading}
            </p>
          )}
          <p>{contact}</p>
          <div className="actions">
            <Link className="button primary" href={phone?.href}>
              <Icon name="phone" size={20} />
              <span>{phone?.text}</span>
            </Link>
            <Link className="button secondary" href={email?.href}>
              <Icon name="mail" size={20} />
              <span>{email?.text}</span>
            </Link>
          </div>
        </div>
        {script !== undefined && <div ref={host} className="booking-host" />}
      </div>
    </Section>
  )
}
