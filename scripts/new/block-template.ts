import { toPascalCase } from '../../schema/block-types/find-blocks.ts'

/**
 * @param isOwn Whether the block is one of a site's own, and not one of the project.
 * @returns The content of each file of a new block, by path. The files pass all tests unchanged.
 */
export function createBlockFiles(name: string, isOwn = false): Record<string, string> {
  const types = isOwn ? '../types.gen.ts' : '../../schema/types.gen.ts'
  const shared = isOwn ? 'signpost/blocks/shared' : '../shared'
  const component = toPascalCase(name)
  const schema = {
    title: `${component}Block`,
    group: 'text',
    description: 'What this block is for, in one sentence.',
    type: 'object',
    additionalProperties: false,
    required: ['type', 'heading'],
    properties: {
      type: { const: name },
      id: {
        $ref: '#/$defs/anchor',
        description: 'An anchor, so that links can end in #name.',
      },
      heading: { $ref: '#/$defs/text', description: 'The heading of this block.' },
      text: { $ref: '#/$defs/markdown', description: 'The text under the heading.' },
    },
  }
  return {
    [`blocks/${name}/schema.json`]: `${JSON.stringify(schema, null, 2)}\n`,
    [`blocks/${name}/${name}.tsx`]: `import type { ${component}Block } from '${types}'
import { RichText } from '${shared}/text/rich-text.tsx'
import { Section } from '${shared}/section.tsx'

export function ${component}(block: ${component}Block) {
  const { heading, text } = block
  return (
    <Section block={block} heading={heading}>
      <div className="rich">
        <RichText nodes={text} />
      </div>
    </Section>
  )
}
`,
    [`blocks/${name}/${name}.css`]: `@layer blocks {\n  .${name} {\n    --${name}-gap: var(--space);\n  }\n}\n`,
    [`blocks/${name}/examples.yaml`]: `- name: default
  block: { type: ${name}, heading: A heading, text: Some text. }
- name: minimal
  block: { type: ${name}, heading: A heading alone }
- name: an anchor
  block: { type: ${name}, id: here, heading: A block to link to }
- name: no heading
  error: MISSING_PROPERTY
  block: { type: ${name} }
`,
  }
}
