import { Button } from 'react-aria-components'
import type { DraftConflict } from '../../protocol.ts'
import type { JsonValue } from '../../../edit/yaml-operations.ts'
import { resolveConflict } from '../state/draft-commands.ts'
import { useStore } from '../state/use-studio.ts'

/** Steps that do not fit a file that another program has changed. Both versions are shown. */
export function Conflicts({ conflicts }: { conflicts: DraftConflict[] }) {
  const store = useStore()
  return conflicts.map(({ id, label, reason, mine, theirs }) => (
    <div key={id} className="conflict" role="group" aria-label={`Conflict: ${label}`}>
      <p>
        <strong>{label}</strong> {reason}
      </p>
      <Version name="Yours" value={mine} />
      <Version name="In the file now" value={theirs} />
      <Button className="small-button" onPress={() => void resolveConflict(store, id, 'mine')}>
        Use yours
      </Button>
      <Button className="small-button" onPress={() => void resolveConflict(store, id, 'theirs')}>
        Keep the file’s
      </Button>
    </div>
  ))
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
