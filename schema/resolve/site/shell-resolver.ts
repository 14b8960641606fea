import type { Path } from '../../source/position-types.ts'
import type { Schema } from '../../validate/json-schema.ts'
import { walkSchema } from '../../validate/walk-schema.ts'
import { explainUnpublishable } from '../facts.ts'
import type { MergedSite } from '../merge-sources.ts'
import { noOmissions, planSectionOmissions, toPathKey } from '../placeholders/plan-omissions.ts'
import { reportOmissions, type Publishing } from '../placeholders/report-omissions.ts'
import { resolveString } from '../resolve-text.ts'
import type { Findings, TextContext } from '../text/findings.ts'
import { inspectGroup } from '../text/inspect-group.ts'

type ShellDefinition = 'site' | 'navigation' | 'site-language'

type ShellContext = {
  merged: MergedSite
  schema: Schema
  text: TextContext
  /** Undefined if placeholders are shown. */
  publishing: Publishing | undefined
  /** Extended with what is found. */
  findings: Findings
}

/**
 * Creates a function that resolves a section of the settings by its definition in the schema.
 * @returns the section; if the site is published, without the placeholders that can be left out
 */
export function createShellResolver({ merged, schema, text, publishing, findings }: ShellContext) {
  const { main } = merged
  const explainFact = (name: string, reading?: string) => {
    const fact = text.facts.get(name)
    return fact && explainUnpublishable(fact, reading)
  }
  return (definition: ShellDefinition, value: unknown, path: Path, own = text): unknown => {
    const { omitted, ...found } = publishing
      ? planSectionOmissions(definition, value, { schema, explainFact })
      : noOmissions
    const resolved = walkSchema(schema, { $ref: `#/$defs/${definition}` }, value, path, {
      ...(omitted.size > 0 && { omits: (at) => omitted.has(toPathKey(at.slice(1))) }),
      string: (format, string, at, rule) =>
        resolveString(format, string, { source: main, path: at }, rule, own, findings),
      group: (group, at) => inspectGroup(group, { source: main, path: at }, findings, !publishing),
    })
    if (publishing) {
      const subject = { subject: 'the site', ...publishing }
      reportOmissions({ omitted, ...found }, value, { source: main, path }, subject, findings)
    }
    return resolved
  }
}
