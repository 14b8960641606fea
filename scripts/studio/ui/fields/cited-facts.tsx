import { listCited, printCitation } from '../form/citations.ts'
import { useStudio } from '../state/use-studio.ts'

/** The facts that a text cites, each with what it prints now. */
export function CitedFacts({ text }: { text: string }) {
  const facts = useStudio((state) => state.facts)
  const cited = listCited(text)
  if (cited.length === 0) return null
  return (
    <ul className="chips" aria-label="Cited facts">
      {cited.map((name) => {
        const printed = printCitation(facts, name)
        return (
          <li key={name} className="chip" data-missing={printed === undefined || undefined}>
            <code>{name}</code> {printed ?? 'no such fact'}
          </li>
        )
      })}
    </ul>
  )
}
