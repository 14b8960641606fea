import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import type { StudioProblem } from '../../protocol.ts'
import type { Property } from '../form/describe-shape.ts'
import type { Path } from '../../../../schema/source/position-types.ts'
import { summarize, toWords } from '../form/names.ts'
import { toKey } from '../form/paths.ts'
import { ProblemNote } from '../parts/problem-note.tsx'
import { useCitableFacts, useStore } from '../state/use-studio.ts'

type UnknownPropertyProps = {
  path: Path
  value: unknown
  problem: StudioProblem
  /** The properties that the author may have meant. */
  missing: Property[]
}

/** A property that was written by hand and does not exist: it can be renamed or removed. */
export function UnknownProperty({ path, value, problem, missing }: UnknownPropertyProps) {
  const store = useStore()
  const facts = useCitableFacts()
  const id = useId()
  const { suggestion = '' } = problem
  const [name, setName] = useState(
    missing.some((each) => each.name === suggestion) ? suggestion : '',
  )
  const own = String(path.at(-1))
  const remove = () => {
    store.removeValue(path)
    store.notify(`${own} was removed. Undo brings it back.`)
  }
  return (
    <div className="field unknown" role="group" aria-label={own} data-field={toKey(path)}>
      <p>
        <code>{own}</code> {summarize(value, facts)}
      </p>
      <ProblemNote problem={problem} />
      <div className="unknown-actions">
        {missing.length > 0 && (
          <>
            <label htmlFor={id}>It should be</label>
            <select id={id} value={name} onChange={({ target }) => setName(target.value)}>
              <option value="">Choose…</option>
              {missing.map((each) => (
                <option key={each.name} value={each.name}>
                  {toWords(each.name)}
                </option>
              ))}
            </select>
            <Button
              className="small-button"
              isDisabled={name === ''}
              onPress={() => store.renameProperty(path, name)}
            >
              Rename
            </Button>
          </>
        )}
        <Button className="small-button" onPress={remove}>
          Remove
        </Button>
      </div>
    </div>
  )
}
