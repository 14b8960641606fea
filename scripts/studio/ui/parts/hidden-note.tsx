import { Button } from 'react-aria-components'
import { describeDays, findShownDay } from '../form/outline.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** On a block or an entry whose days leave it out of the preview: when it is shown. */
export function HiddenNote({ value }: { value: unknown }) {
  const store = useStore()
  const day = useStudio((state) => state.session.day)
  // Swedish writes the year first.
  const shown = findShownDay(value, day ?? new Date().toLocaleString('sv'))
  if (!shown) return null
  const when = day === undefined ? 'today' : `on ${formatDay(day)}`
  const days = describeDays(value)
  return (
    <div className="set-note">
      <p>
        {shown.isOver
          ? `Not shown ${when}, since its days are over: ${days}.`
          : `Not shown ${when}: ${days}. It appears by itself if the site is built then, which a developer can schedule.`}
      </p>
      <Button className="link-button" onPress={() => void store.showDay(shown.day)}>
        Show {formatDay(shown.day)}
      </Button>
    </div>
  )
}

/** Formats a day: `December 24`, with its year unless that is the current one. */
function formatDay(day: string): string {
  const date = new Date(day)
  const isThisYear = date.getUTCFullYear() === new Date().getFullYear()
  return date.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
}
