import { Button } from 'react-aria-components'
import type { DraftConflict } from '../../../edit/draft/draft-state.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import { windowId } from '../state/api.ts'
import { useStore } from '../state/use-studio.ts'

/** Steps that do not fit a file that another program has changed. Both versions are shown. */
export function Conflicts({ conflicts }: { conflicts: DraftConflict[] }) {
  const store = useStore()
  return conflicts.map(({ id, label, reason, mine, theirs, windows, isGone }) => {
    const settle = (keep: 'mine' | 'theirs') => void store.act('conflicts', { id, keep })
    const names = windows ? nameWindows(windows) : fileNames
    return (
      <div key={id} className="conflict" role="group" aria-label={`Conflict: ${label}`}>
        <p>
          <strong>{label}</strong> {reason}
        </p>
        <Version name={names.mine} value={mine} />
        <Version name={names.theirs} value={theirs} />
        {mine !== undefined && !isGone && (
          <Button className="small-button" onPress={() => settle('mine')}>
            {names.useMine}
          </Button>
        )}
        <Button className="small-button" onPress={() => settle('theirs')}>
          {names.keepTheirs}
        </Button>
      </div>
    )
  })
}

const fileNames = {
  mine: 'Yours',
  theirs: 'In the file now',
  useMine: 'Use yours',
  keepTheirs: 'Keep the file’s',
}

/** Every window shows the conflict: what is typed in this one is that of another one there. */
function nameWindows(windows: NonNullable<DraftConflict['windows']>): typeof fileNames {
  const name = (id: string) => (id === windowId ? 'this window' : 'another window')
  const [mine, theirs] = [name(windows.mine), name(windows.theirs)]
  return {
    mine: `Typed in ${mine}`,
    theirs: `Typed in ${theirs}`,
    useMine: `Use that of ${mine}`,
    keepTheirs: `Keep that of ${theirs}`,
  }
}

function Version({ name, value }: { name: string; value: JsonValue | undefined }) {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className="version">
      <span className="muted">{name}</span>
      <pre>{text}</pre>
    </div>
  )
}
