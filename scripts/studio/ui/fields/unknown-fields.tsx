import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import type { ListedProblem } from '../../../edit/describe/problem-list.ts'
import type { Property } from '../form/describe-shape.ts'
import type { Path } from '../../../../schema/problems/location.ts'
import { summarize } from '../form/names.ts'
import { toWords } from '../../../../schema/shared/to-words.ts'
import { toKey } from '../form/paths.ts'
import { ProblemNote, ProblemNotes } from '../parts/problem-note.tsx'
import { useCitableFacts, useStore, useStudio } from '../state/use-studio.ts'
import { useProblemsAt } from '../state/use-problems.ts'

type UnknownPropertyProps = {
  path: Path
  value: unknown
  problem: ListedProblem
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
      <div className="bar">
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

/** A block whose type, written by hand, does not exist. @param props.path of the block */
export function UnknownBlock({ path }: { path: Path }) {
  const store = useStore()
  const blocks = useStudio((state) => state.blocks)
  const problems = useProblemsAt([...path, 'type'])
  const id = useId()
  return (
    <div className="field">
      <ProblemNotes problems={problems} />
      <div className="bar">
        <label htmlFor={id}>Type of block</label>
        <select
          id={id}
          value=""
          onChange={({ target }) => store.setValue([...path, 'type'], target.value)}
        >
          <option value="">Choose…</option>
          {blocks.map(({ type }) => (
            <option key={type} value={type}>
              {toWords(type)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
