import { Button } from 'react-aria-components'
import { listCited, printCitation } from '../form/citations.ts'
import { useCitableFacts, useStore } from '../state/use-studio.ts'

/** The facts that a text cites, each with what it prints now. */
export function CitedFacts({ text }: { text: string }) {
  const facts = useCitableFacts()
  const store = useStore()
  const open = (cited: string) => {
    const fact = facts.find(({ name }) => name === cited.split('.')[0])
    if (fact) void store.selectAddress(fact.address, 'problems')
  }
  const cited = listCited(text)
  if (cited.length === 0) return null
  return (
    <ul className="chips" aria-label="Cited facts">
      {cited.map((name) => {
        const printed = printCitation(facts, name)
        return (
          <li key={name}>
            <Button
              className="chip"
              data-missing={printed === undefined || undefined}
              isDisabled={printed === undefined}
              onPress={() => open(name)}
            >
              <span className="visually-hidden">Edit the fact </span>
              <code>{name}</code> {printed ?? 'no such fact'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
