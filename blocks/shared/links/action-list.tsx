import type { Action } from '../../../schema/types.gen.ts'
import { Icon } from '../icon.tsx'
import { appendChoice } from '../request/append-choice.ts'
import { preventRangeBreaks } from '../text/prevent-range-breaks.tsx'
import { Link } from './link.tsx'

/** A row of buttons, stacked on a narrow screen. The first is primary unless it sets a style. */
export function ActionList({ actions }: { actions?: Action[] }) {
  if (!actions) return null
  return (
    <div className="actions">
      {actions.map((action, index) => (
        <ActionLink
          key={index}
          action={{ style: index === 0 ? 'primary' : 'secondary', ...action }}
        />
      ))}
    </div>
  )
}

export function ActionLink({
  action: { label, href, style = 'primary', icon, choice },
}: {
  action: Action
}) {
  const iconName = icon ?? (href.startsWith('tel:') ? 'phone' : undefined)
  return (
    <Link className={`button ${style}`} href={appendChoice(href, choice)}>
      {iconName && <Icon name={iconName} size={20} />}
      <span>{preventRangeBreaks(label)}</span>
    </Link>
  )
}
