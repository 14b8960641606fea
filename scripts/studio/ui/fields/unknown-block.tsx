import { useId } from 'react'
import type { Path } from '../../../../schema/source/position-types.ts'
import { toWords } from '../form/names.ts'
import { ProblemNote } from '../parts/problem-note.tsx'
import { useProblemsAt } from '../state/use-problems.ts'
import { useStore, useStudio } from '../state/use-studio.ts'

/** A block whose type, written by hand, does not exist. @param props.path of the block */
export function UnknownBlock({ path }: { path: Path }) {
  const store = useStore()
  const blocks = useStudio((state) => state.blocks)
  const problems = useProblemsAt([...path, 'type'])
  const id = useId()
  return (
    <div className="field">
      {problems.map((problem) => (
        <ProblemNote key={problem.code + problem.message} problem={problem} />
      ))}
      <div className="unknown-actions">
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
