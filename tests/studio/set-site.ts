import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A set whose blocks have ids, or none, and whose rows are YAML. */
export const setFile = 'pages/rounds.yaml'
export const setText = `# The van's rounds.
sets:
  /rounds/{town}:
    rows: data/rounds.yaml
    page:
      kind: info
      title: 'The van in {{town}}' # short
      description: 'The van comes to {{town}} on {{day}}.'
      blocks:
        - type: hero
          id: top
          heading: "We come to {{town}}"
          lead: '{{lead}}'
        # what is on it
        - type: faq
          heading: On the van
          items:
            - { question: What is on it?, answer: Rolls. }
            - { question: When?, answer: 'On {{day}}.' }
    # after
`
export const rowFile = 'data/rounds.yaml'
export const rowText = `# where the van goes
- { town: Otley, day: Monday, lead: By the clock. }
- town: Ilkley
  day: Tuesday # early
  lead: By the bridge.
`

/** Adds the set to a site. */
export function writeSet(site: string): void {
  mkdirSync(join(site, 'data'), { recursive: true })
  writeFileSync(join(site, setFile), setText)
  writeFileSync(join(site, rowFile), rowText)
}
